// Copyright The Idaeus Authors
// SPDX-License-Identifier: Apache-2.0

// Reads Kubernetes documents from standard input into the types of Kubernetes' and the Prometheus operator's own Go
// modules. Fails for a field that they do not know, a value of another type, and a kind that is not listed here.
package main

import (
	"bytes"
	"fmt"
	"io"
	"os"

	monitoring "github.com/prometheus-operator/prometheus-operator/pkg/apis/monitoring/v1"
	apps "k8s.io/api/apps/v1"
	core "k8s.io/api/core/v1"
	networking "k8s.io/api/networking/v1"
	policy "k8s.io/api/policy/v1"
	"sigs.k8s.io/json"
	"sigs.k8s.io/yaml"
)

var kinds = map[string]func() any{
	"v1 ConfigMap":                        func() any { return &core.ConfigMap{} },
	"v1 Service":                          func() any { return &core.Service{} },
	"apps/v1 StatefulSet":                 func() any { return &apps.StatefulSet{} },
	"networking.k8s.io/v1 NetworkPolicy":  func() any { return &networking.NetworkPolicy{} },
	"policy/v1 PodDisruptionBudget":       func() any { return &policy.PodDisruptionBudget{} },
	"monitoring.coreos.com/v1 PodMonitor": func() any { return &monitoring.PodMonitor{} },
}

type header struct {
	APIVersion string `json:"apiVersion"`
	Kind       string `json:"kind"`
}

func main() {
	input, err := io.ReadAll(os.Stdin)
	if err != nil {
		fail("standard input: %v", err)
	}
	count := 0
	for _, document := range bytes.Split(append([]byte("\n"), input...), []byte("\n---")) {
		var head header
		if err := yaml.Unmarshal(document, &head); err != nil {
			fail("%v in:\n%s", err, document)
		}
		if head.Kind == "" {
			continue
		}
		make, known := kinds[head.APIVersion+" "+head.Kind]
		if !known {
			fail("kind: %s of %s (expected: one that main.go lists)", head.Kind, head.APIVersion)
		}
		// As the API server decodes: with regard to case, and each field once.
		text, err := yaml.YAMLToJSONStrict(document)
		if err != nil {
			fail("%s: %v", head.Kind, err)
		}
		wrong, err := json.UnmarshalStrict(text, make())
		if err != nil {
			fail("%s: %v", head.Kind, err)
		}
		if len(wrong) > 0 {
			fail("%s: %v", head.Kind, wrong)
		}
		count++
	}
	if count == 0 {
		fail("no documents")
	}
	fmt.Printf("%d documents are of Kubernetes' types\n", count)
}

func fail(format string, arguments ...any) {
	fmt.Fprintf(os.Stderr, "idaeus: "+format+"\n", arguments...)
	os.Exit(1)
}
