# Copyright The Idaeus Authors
# SPDX-License-Identifier: Apache-2.0

MVN := mvn -B -ntp
JAVA := "$${JAVA_HOME:+$$JAVA_HOME/bin/}java"
IT_CLASSPATH := it-tests/target/classes:it-tests/target/lib/*
BENCH_CLASSPATH := it-tests/bench/target/classes:it-tests/bench/target/lib/*
BENCH_MODULES := sidecar-server,it-tests/cassandra/5.0,it-tests/bench
IMAGE_MODULES := sidecar-server,it-tests/cassandra/4.0,it-tests/cassandra/4.1,it-tests/cassandra/5.0,it-tests/cassandra/6.0
DEMO_MODULES := sidecar-server,sidecar-client,it-tests/cassandra/5.0,it-tests

.PHONY: help
help: ## this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "%-14s %s\n", $$1, $$2 }' Makefile

.PHONY: prerequisites
prerequisites:
	@.ci/prerequisites

.PHONY: build
build: prerequisites ## the artefacts, without tests
	$(MVN) package -DskipTests

.PHONY: test
test: prerequisites recompile ## format, static checks, unit tests, integration tests on real Cassandra
	$(MVN) verify

.PHONY: check
check: prerequisites recompile ## format and static checks only
	$(MVN) process-test-classes

# Maven would keep classes that -Dquick compiled without the static checks.
.PHONY: recompile
recompile:
	@rm -rf */target/classes */target/test-classes it-tests/bench/target/classes it-tests/bench/target/test-classes

.PHONY: fmt
fmt: prerequisites ## formats the sources
	$(MVN) -q spotless:apply

.PHONY: demo
demo: prerequisites ## two Cassandra nodes, a sidecar each, one transfer, every row compared (KEEP=1 ROWS= VALUE_BYTES=)
	@echo "Building (the first time Maven downloads what it needs) ..."
	@$(MVN) -q -Dquick -Dmaven.test.skip package -pl $(DEMO_MODULES) -am
	@KEEP='$(KEEP)' ROWS='$(ROWS)' VALUE_BYTES='$(VALUE_BYTES)' \
	  $(JAVA) -cp '$(IT_CLASSPATH)' -Didaeus.it.basedir='$(CURDIR)/it-tests' io.idaeus.it.demo.Demo

.PHONY: test-faults
test-faults: prerequisites ## transfers while processes die, links break, disks fill and clocks jump (RUNS= SEED= STOP_SECONDS=)
	@$(MVN) -q -Dquick -Dmaven.test.skip package -pl $(DEMO_MODULES) -am
	@RUNS='$(RUNS)' SEED='$(SEED)' STOP_SECONDS='$(STOP_SECONDS)' \
	  $(JAVA) -cp '$(IT_CLASSPATH)' -Didaeus.it.basedir='$(CURDIR)/it-tests' io.idaeus.it.faults.Faults

.PHONY: images
images: prerequisites ## the Docker images of the sidecar and of Cassandra for tests (BASE= OWNER=)
	$(MVN) -q -Dquick -Dmaven.test.skip package -pl $(IMAGE_MODULES) -am
	@BASE='$(BASE)' OWNER='$(OWNER)' docker/images.sh

.PHONY: test-soak
test-soak: prerequisites ## many transfers in a row, every other one cancelled: what is left behind (TRANSFERS= SEED=)
	@$(MVN) -q -Dquick -Dmaven.test.skip package -pl $(DEMO_MODULES) -am
	@TRANSFERS='$(TRANSFERS)' SEED='$(SEED)' \
	  $(JAVA) -cp '$(IT_CLASSPATH)' -Didaeus.it.basedir='$(CURDIR)/it-tests' io.idaeus.it.soak.Soak

.PHONY: test-scale
test-scale: prerequisites ## 50,000 SSTables, a file of 20 GiB, crashes in one of 4 GiB, 5,000 finished transfers (ONLY= SCALE= COUNT= SEED=)
	@$(MVN) -q -Dquick -Dmaven.test.skip package -pl $(DEMO_MODULES) -am
	@ONLY='$(ONLY)' SCALE='$(SCALE)' COUNT='$(COUNT)' SEED='$(SEED)' \
	  $(JAVA) -cp '$(IT_CLASSPATH)' -Didaeus.it.basedir='$(CURDIR)/it-tests' io.idaeus.it.scale.Scale

.PHONY: sizes
sizes: ## how large classes, methods and packages are (BASE=<commit> prints that commit beside this checkout)
	@.ci/sizes $(BASE) .

.PHONY: openapi
openapi: prerequisites ## rewrites api-spec/openapi/idaeus-v1.yaml from the code
	$(MVN) -q -Dquick compile -pl api-spec
	cp api-spec/target/classes/META-INF/swagger/idaeus-v1.yml api-spec/openapi/idaeus-v1.yaml

.PHONY: bench-listing
bench-listing: prerequisites ## how long 10,000 SSTables take to list, cold and again
	@$(MVN) -q -Dquick -DskipTests package -pl sidecar-server,it-tests/cassandra/5.0,it-tests -am
	@$(JAVA) -cp 'sidecar-server/target/classes:it-tests/target/test-classes:$(IT_CLASSPATH)' \
	  -Didaeus.it.basedir='$(CURDIR)/it-tests' io.idaeus.it.bench.ListingBenchmark

.PHONY: bench
bench: prerequisites ## the data plane beside others, or with BASE=<commit> beside that commit's build: target/bench (SETS= COMPETITORS= RUNS= WARMUPS= SCALE= CONNECTIONS= RATE= UPDATE=)
	@$(MVN) -q -Dquick -Dmaven.test.skip package -pl $(BENCH_MODULES) -am
	@mkdir -p target it-tests/target/bench && ln -sfn ../it-tests/target/bench target/bench
	@base= && if [ -n '$(BASE)' ]; then base=$$(.ci/build-commit '$(BASE)') || exit 1; fi && \
	  BASE="$$base" SETS='$(SETS)' COMPETITORS='$(COMPETITORS)' RUNS='$(RUNS)' WARMUPS='$(WARMUPS)' SCALE='$(SCALE)' CONNECTIONS='$(CONNECTIONS)' RATE='$(RATE)' UPDATE='$(UPDATE)' \
	  $(JAVA) -cp '$(BENCH_CLASSPATH)' -Didaeus.it.basedir='$(CURDIR)/it-tests' io.idaeus.it.bench.Bench

.PHONY: bench-throttle
bench-throttle: prerequisites ## how closely limits are kept, and how fairly shared (SECONDS= RATES= CONNECTIONS= DIRECTORY=)
	@$(MVN) -q -Dquick -Dmaven.test.skip package -pl sidecar-server,it-tests/bench -am
	@SECONDS='$(SECONDS)' RATES='$(RATES)' CONNECTIONS='$(CONNECTIONS)' DIRECTORY='$(DIRECTORY)' \
	  $(JAVA) -Dlogback.configurationFile=it-tests/bench/src/main/conf/logback.xml \
	  -cp '$(BENCH_CLASSPATH):sidecar-server/target/idaeus-sidecar/lib/*' io.idaeus.it.bench.throttle.ThrottleBench

.PHONY: bench-micro
bench-micro: prerequisites ## single steps by JMH: CRC32, request heads, listing; MICRO= chooses (target/bench/micro.json)
	@$(MVN) -q -Dquick -Dmaven.test.skip package -pl sidecar-server,it-tests/bench -am
	@mkdir -p target it-tests/target/bench && ln -sfn ../it-tests/target/bench target/bench
	@$(JAVA) -cp '$(BENCH_CLASSPATH):sidecar-server/target/idaeus-sidecar/lib/*' \
	  -Didaeus.it.basedir='$(CURDIR)/it-tests' io.idaeus.it.bench.micro.MicroBench $(MICRO)
