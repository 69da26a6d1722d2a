# Copyright The Idaeus Authors
# SPDX-License-Identifier: Apache-2.0

MVN := mvn -B -ntp
JAVA := "$${JAVA_HOME:+$$JAVA_HOME/bin/}java"
IT_CLASSPATH := it-tests/target/classes:it-tests/target/lib/*
BENCH_CLASSPATH := it-tests/bench/target/classes:it-tests/bench/target/lib/*
BENCH_MODULES := sidecar-server,it-tests/cassandra/5.0,it-tests/bench
IMAGE_MODULES := sidecar-server,it-tests/cassandra/4.0,it-tests/cassandra/4.1,it-tests/cassandra/5.0,it-tests/cassandra/6.0
VIEWS := cluster transfers transfer-paused plans plan housekeeping
DEMO_MODULES := sidecar-server,sidecar-client,it-tests/cassandra/5.0,it-tests

.PHONY: help
help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "%-14s %s\n", $$1, $$2 }' Makefile

.PHONY: prerequisites
prerequisites:
	@.ci/prerequisites

.PHONY: build
build: prerequisites ## build the artefacts without tests
	$(MVN) package -DskipTests

.PHONY: dist
dist: prerequisites ## make tar.gz, deb, rpm, checksums and SBOMs in target/dist, without tests (needs Go)
	$(MVN) -q -Dquick -Plists -Dmaven.test.skip package -pl sidecar-server,sidecar-client -am
	@packaging/build

.PHONY: publish
publish: prerequisites ## write the artefacts that other projects use into a Maven repository (REPOSITORY=directory)
	@if [ -z '$(REPOSITORY)' ]; then echo 'idaeus: name a directory: make publish REPOSITORY=…' >&2; exit 1; fi
	@$(MVN) -q -Dquick -Prelease -Dmaven.test.skip deploy -pl .,api-spec,ui,sidecar-client,it-tests/testing \
	  -DaltDeploymentRepository='published::file://$(abspath $(REPOSITORY))'

.PHONY: packages
packages: dist ## install the packages into a fresh Debian root, and remove them (as root on Debian)
	@.ci/packages

.PHONY: test
test: prerequisites recompile ## the gate: format, static checks, unit tests, the core of the integration tests
	@$(JAVA) it-tests/tiers/Tiers.java gate

.PHONY: test-all
test-all: prerequisites recompile ## all tests, tier by tier, and a table (TIERS=core,versions,plans,clusters,faults,containers,surface,delivery,timing VERSIONS=4.0,4.1,5.0,6.0)
	@VERSIONS='$(VERSIONS)' $(JAVA) it-tests/tiers/Tiers.java all $(TIERS)

.PHONY: test-changed
test-changed: prerequisites recompile ## the gate, and the tiers that the changes since a commit touch (BASE=commit)
	@$(JAVA) it-tests/tiers/Tiers.java changed '$(BASE)'

.PHONY: check
check: prerequisites recompile ## check format and code only
	$(MVN) process-test-classes

# Classes that -Dquick compiled lack the static checks, and Maven would keep them.
.PHONY: recompile
recompile:
	@rm -rf */target/classes */target/test-classes it-tests/bench/target/classes it-tests/bench/target/test-classes

.PHONY: fmt
fmt: prerequisites ## format the sources
	$(MVN) -q spotless:apply

.PHONY: demo
demo: prerequisites ## move a table between two Cassandra nodes and compare every row (KEEP=1 ROWS= VALUE_BYTES=)
	@echo "Building (the first time Maven downloads what it needs) ..."
	@$(MVN) -q -Dquick -Dmaven.test.skip package -pl $(DEMO_MODULES) -am
	@KEEP='$(KEEP)' ROWS='$(ROWS)' VALUE_BYTES='$(VALUE_BYTES)' \
	  $(JAVA) -cp '$(IT_CLASSPATH)' -Didaeus.it.basedir='$(CURDIR)/it-tests' io.idaeus.it.demo.Demo

.PHONY: bench-cli
bench-cli: prerequisites ## measure how long the idaeus command takes to start, with and without its archive (RUNS=)
	@$(MVN) -q -Dquick -Dmaven.test.skip package -pl sidecar-client -am
	@.ci/bench-cli $(RUNS)

.PHONY: test-faults
test-faults: prerequisites ## run transfers, or replacements by plans, while processes die and disks fill (RUNS= or PLANS=, SEED= STOP_SECONDS=)
	@$(MVN) -q -Dquick -Dmaven.test.skip package -pl $(DEMO_MODULES) -am
	@RUNS='$(RUNS)' PLANS='$(PLANS)' SEED='$(SEED)' STOP_SECONDS='$(STOP_SECONDS)' \
	  $(JAVA) -cp '$(IT_CLASSPATH)' -Didaeus.it.basedir='$(CURDIR)/it-tests' \
	  $(if $(PLANS),io.idaeus.it.planfaults.PlanFaults,io.idaeus.it.faults.Faults)

.PHONY: pictures
pictures: prerequisites ## take the pictures of docs/pictures anew, in chromium on real nodes
	$(MVN) -q -Dquick verify -pl $(DEMO_MODULES) -am -Dit.test=UiIT -Dtest=none -Dsurefire.failIfNoSpecifiedTests=false
	cd it-tests/target/pictures && cp $(foreach view,$(VIEWS),$(view)-light.png $(view)-dark.png $(view)-narrow.png) \
	  cluster-node-light.png $(foreach look,light dark narrow,cluster-dead-$(look).png) transfer-light.png plan-waiting-light.png '$(CURDIR)/docs/pictures/'

.PHONY: test-attack
test-attack: prerequisites ## attack two sidecars on both planes while they transfer (SEED= MINUTES=10)
	@$(MVN) -q -Dquick -Dmaven.test.skip package -pl $(DEMO_MODULES) -am
	@SEED='$(SEED)' MINUTES='$(MINUTES)' \
	  $(JAVA) -XX:TieredStopAtLevel=1 -cp '$(IT_CLASSPATH)' -Didaeus.it.basedir='$(CURDIR)/it-tests' io.idaeus.it.attack.Attacks

.PHONY: test-plans
test-plans: prerequisites ## replace dead nodes by plans and print a table (VERSIONS=4.0,5.0 WAYS=survey,direct,bootstrap VARIANTS=plain,racks,lifecycle,logins,disks,roles,delays)
	@$(MVN) -q -Dquick -Dmaven.test.skip package -pl $(IMAGE_MODULES),it-tests -am
	@VERSIONS='$(VERSIONS)' WAYS='$(WAYS)' VARIANTS='$(VARIANTS)' \
	  $(JAVA) -cp '$(IT_CLASSPATH)' -Didaeus.it.basedir='$(CURDIR)/it-tests' io.idaeus.it.plans.Plans

.PHONY: test-expand
test-expand: prerequisites ## add nodes to running rings of many forms by plans and print a table (VERSIONS=4.0,5.0)
	@$(MVN) -q -Dquick -Dmaven.test.skip package -pl $(IMAGE_MODULES),it-tests -am
	@VERSIONS='$(VERSIONS)' \
	  $(JAVA) -cp '$(IT_CLASSPATH)' -Didaeus.it.basedir='$(CURDIR)/it-tests' io.idaeus.it.plans.Expansions

.PHONY: images
images: prerequisites ## build the Docker images of the sidecar and of Cassandra (BASE= OWNER=)
	$(MVN) -q -Dquick -Dmaven.test.skip package -pl $(IMAGE_MODULES) -am
	@BASE='$(BASE)' OWNER='$(OWNER)' docker/images.sh

.PHONY: reproducible
reproducible: prerequisites ## build what is delivered twice, and compare every byte
	@.ci/reproducible

.PHONY: scan
scan: ## look for known vulnerabilities in what `make build` made (OSV_DATABASE=directory of a copied database)
	@OSV_DATABASE='$(OSV_DATABASE)' .ci/scan

.PHONY: test-soak
test-soak: prerequisites ## run many transfers, cancel every other one, and look for leaks (TRANSFERS= SEED=)
	@$(MVN) -q -Dquick -Dmaven.test.skip package -pl $(DEMO_MODULES) -am
	@TRANSFERS='$(TRANSFERS)' SEED='$(SEED)' \
	  $(JAVA) -cp '$(IT_CLASSPATH)' -Didaeus.it.basedir='$(CURDIR)/it-tests' io.idaeus.it.soak.Soak

.PHONY: test-scale
test-scale: prerequisites ## transfer and cut 50,000 SSTables and files of 4 and 20 GiB; restart with 5,000 finished transfers (ONLY= SCALE= COUNT= SEED=)
	@$(MVN) -q -Dquick -Dmaven.test.skip package -pl $(DEMO_MODULES) -am
	@ONLY='$(ONLY)' SCALE='$(SCALE)' COUNT='$(COUNT)' SEED='$(SEED)' \
	  $(JAVA) -cp '$(IT_CLASSPATH)' -Didaeus.it.basedir='$(CURDIR)/it-tests' io.idaeus.it.scale.Scale

.PHONY: sizes
sizes: ## print the sizes of packages, classes, methods and Javadoc; BASE=<commit> adds that commit for comparison
	@.ci/sizes $(BASE) .

.PHONY: openapi
openapi: prerequisites ## rewrite api-spec/openapi/idaeus-v1.yaml from the code
	$(MVN) -q -Dquick compile -pl api-spec
	cp api-spec/target/classes/META-INF/swagger/idaeus-v1.yml api-spec/openapi/idaeus-v1.yaml

.PHONY: bench-listing
bench-listing: prerequisites ## measure the listing of 10,000 SSTables
	@$(MVN) -q -Dquick -DskipTests package -pl sidecar-server,it-tests/cassandra/5.0,it-tests -am
	@$(JAVA) -cp 'sidecar-server/target/classes:it-tests/target/test-classes:$(IT_CLASSPATH)' \
	  -Didaeus.it.basedir='$(CURDIR)/it-tests' io.idaeus.it.bench.ListingBenchmark

.PHONY: bench
bench: prerequisites ## compare the data plane with other tools, or with BASE=<commit> with another build (BASE= SETS= COMPETITORS= RUNS= WARMUPS= FORKS= SCALE= CONNECTIONS= RATE= UPDATE=)
	@$(MVN) -q -Dquick -Dmaven.test.skip package -pl $(BENCH_MODULES) -am
	@mkdir -p target it-tests/target/bench && ln -sfn ../it-tests/target/bench target/bench
	@base= && if [ -n '$(BASE)' ]; then base=$$(.ci/build-commit '$(BASE)') || exit 1; fi && \
	  BASE="$$base" SETS='$(SETS)' COMPETITORS='$(COMPETITORS)' RUNS='$(RUNS)' WARMUPS='$(WARMUPS)' FORKS='$(FORKS)' SCALE='$(SCALE)' CONNECTIONS='$(CONNECTIONS)' RATE='$(RATE)' UPDATE='$(UPDATE)' \
	  $(JAVA) -cp '$(BENCH_CLASSPATH)' -Didaeus.it.basedir='$(CURDIR)/it-tests' io.idaeus.it.bench.Bench

.PHONY: bench-link
bench-link: prerequisites ## move files over links with long round trips and losses, as root (RATES= RTTS= LOSSES= CONTROLS= BUFFERS= SETS= COMPETITORS= CONNECTIONS= RUNS= WARMUPS= SCALE= SEED= UPDATE=)
	@$(MVN) -q -Dquick -Dmaven.test.skip package -pl $(BENCH_MODULES) -am
	@mkdir -p target it-tests/target/bench-link && ln -sfn ../it-tests/target/bench-link target/bench-link
	@RATES='$(RATES)' RTTS='$(RTTS)' LOSSES='$(LOSSES)' CONTROLS='$(CONTROLS)' BUFFERS='$(BUFFERS)' SETS='$(SETS)' COMPETITORS='$(COMPETITORS)' CONNECTIONS='$(CONNECTIONS)' RUNS='$(RUNS)' WARMUPS='$(WARMUPS)' SCALE='$(SCALE)' SEED='$(SEED)' UPDATE='$(UPDATE)' \
	  $(JAVA) -cp '$(BENCH_CLASSPATH)' -Didaeus.it.basedir='$(CURDIR)/it-tests' io.idaeus.it.bench.link.LinkBench

.PHONY: bench-mttr
bench-mttr: prerequisites ## replace a dead node by Cassandra's own way and by plans; goes on where it stopped (RING=seed SIZES= STRATEGIES= WAYS= ROUNDS= RING_DELAY_MS= REPORT= UPDATE=)
	@$(MVN) -q -Dquick -Dmaven.test.skip package -pl $(BENCH_MODULES) -am
	@mkdir -p target it-tests/target/bench-mttr && ln -sfn ../it-tests/target/bench-mttr target/bench-mttr
	@RING='$(RING)' SIZES='$(SIZES)' STRATEGIES='$(STRATEGIES)' WAYS='$(WAYS)' ROUNDS='$(ROUNDS)' RING_DELAY_MS='$(RING_DELAY_MS)' REPORT='$(REPORT)' UPDATE='$(UPDATE)' \
	  $(JAVA) -cp '$(BENCH_CLASSPATH)' -Didaeus.it.basedir='$(CURDIR)/it-tests' io.idaeus.it.bench.mttr.MttrBench

.PHONY: bench-slices
bench-slices: prerequisites ## move half of a table's keys by slices, whole, and by Cassandra's streaming (SIZE= ROWS= VALUES=text WAYS= RUNS=)
	@$(MVN) -q -Dquick -Dmaven.test.skip package -pl $(BENCH_MODULES) -am
	@SIZE='$(SIZE)' ROWS='$(ROWS)' VALUES='$(VALUES)' WAYS='$(WAYS)' RUNS='$(RUNS)' \
	  $(JAVA) -cp '$(BENCH_CLASSPATH)' -Didaeus.it.basedir='$(CURDIR)/it-tests' io.idaeus.it.bench.slices.SliceBench

.PHONY: bench-rebuild
bench-rebuild: prerequisites ## fill the three nodes of a data centre at once, and one after the other (SIZE= RATE= RUNS=)
	@$(MVN) -q -Dquick -Dmaven.test.skip package -pl $(BENCH_MODULES) -am
	@SIZE='$(SIZE)' RATE='$(RATE)' RUNS='$(RUNS)' \
	  $(JAVA) -cp '$(BENCH_CLASSPATH)' -Didaeus.it.basedir='$(CURDIR)/it-tests' io.idaeus.it.bench.rebuild.RebuildBench

.PHONY: bench-grow
bench-grow: prerequisites ## let nodes join a ring of three by Cassandra's bootstrap and by plans (SIZES=2,4 STRATEGY=LCS WAYS=bootstrap,unlimited,plan NODES=1,2 RUNS=1)
	@$(MVN) -q -Dquick -Dmaven.test.skip package -pl $(BENCH_MODULES) -am
	@SIZES='$(SIZES)' STRATEGY='$(STRATEGY)' WAYS='$(WAYS)' NODES='$(NODES)' RUNS='$(RUNS)' \
	  $(JAVA) -cp '$(BENCH_CLASSPATH)' -Didaeus.it.basedir='$(CURDIR)/it-tests' io.idaeus.it.bench.grow.GrowBench

.PHONY: bench-clone
bench-clone: prerequisites ## get a table of three nodes into a cluster of two, by a plan and by sstableloader (SIZE=2048 RUNS=2)
	@$(MVN) -q -Dquick -Dmaven.test.skip package -pl $(BENCH_MODULES) -am
	@SIZE='$(SIZE)' RUNS='$(RUNS)' \
	  $(JAVA) -cp '$(BENCH_CLASSPATH)' -Didaeus.it.basedir='$(CURDIR)/it-tests' io.idaeus.it.bench.clone.CloneBench

.PHONY: bench-compare
bench-compare: prerequisites ## compare two clusters with the same rows, beside plain scans of both (SIZE=1024 ROWS=200 RUNS=3)
	@$(MVN) -q -Dquick -Dmaven.test.skip package -pl $(BENCH_MODULES) -am
	@SIZE='$(SIZE)' ROWS='$(ROWS)' RUNS='$(RUNS)' \
	  $(JAVA) -cp '$(BENCH_CLASSPATH)' -Didaeus.it.basedir='$(CURDIR)/it-tests' io.idaeus.it.bench.compare.CompareBench

.PHONY: bench-throttle
bench-throttle: prerequisites ## measure how accurately rate limits are kept and how fairly shared (SECONDS= RATES= CONNECTIONS= DIRECTORY=)
	@$(MVN) -q -Dquick -Dmaven.test.skip package -pl sidecar-server,it-tests/bench -am
	@SECONDS='$(SECONDS)' RATES='$(RATES)' CONNECTIONS='$(CONNECTIONS)' DIRECTORY='$(DIRECTORY)' \
	  $(JAVA) -Dlogback.configurationFile=it-tests/bench/src/main/conf/logback.xml \
	  -cp '$(BENCH_CLASSPATH):sidecar-server/target/idaeus-sidecar/lib/*' io.idaeus.it.bench.throttle.ThrottleBench

.PHONY: bench-micro
bench-micro: prerequisites ## run the JMH benchmarks (MICRO=)
	@$(MVN) -q -Dquick -Dmaven.test.skip package -pl sidecar-server,it-tests/bench -am
	@mkdir -p target it-tests/target/bench && ln -sfn ../it-tests/target/bench target/bench
	@$(JAVA) -cp '$(BENCH_CLASSPATH):sidecar-server/target/idaeus-sidecar/lib/*' \
	  -Didaeus.it.basedir='$(CURDIR)/it-tests' io.idaeus.it.bench.micro.MicroBench $(MICRO)

.PHONY: bench-plan
bench-plan: prerequisites ## time the drafting of plans on a large ring, and compare how sources are balanced (NODES= VNODES= TABLES= RUNS=)
	@$(MVN) -q -Dquick -Dmaven.test.skip package -pl sidecar-server,it-tests/bench -am
	@NODES='$(NODES)' VNODES='$(VNODES)' TABLES='$(TABLES)' RUNS='$(RUNS)' \
	  $(JAVA) -Xmx512m -cp '$(BENCH_CLASSPATH):sidecar-server/target/idaeus-sidecar/lib/*' io.idaeus.it.bench.plan.PlanBench
