{{/*
Copyright The Idaeus Authors
SPDX-License-Identifier: Apache-2.0
*/}}

{{/* Names of pods end in a number of their own; labels hold 63 characters. */}}
{{- define "idaeus.fullname" -}}
{{- if .Values.fullnameOverride -}}
{{- .Values.fullnameOverride | trunc 52 | trimSuffix "-" -}}
{{- else if contains .Chart.Name .Release.Name -}}
{{- .Release.Name | trunc 52 | trimSuffix "-" -}}
{{- else -}}
{{- printf "%s-%s" .Release.Name .Chart.Name | trunc 52 | trimSuffix "-" -}}
{{- end -}}
{{- end -}}

{{- define "idaeus.selector" -}}
app.kubernetes.io/name: {{ .Chart.Name }}
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end -}}

{{- define "idaeus.labels" -}}
{{ include "idaeus.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version }}
{{- end -}}

{{/* (dict "image" … "version" …) */}}
{{- define "idaeus.image" -}}
{{- if .image.digest -}}
{{ .image.repository }}@{{ .image.digest }}
{{- else -}}
{{ .image.repository }}:{{ .image.tag | default .version }}
{{- end -}}
{{- end -}}

{{/* What the chart says wins over sidecar.config; the schema refuses the keys that would be lost. */}}
{{- define "idaeus.config" -}}
{{- $set := dict
  "control" (dict "host" "0.0.0.0" "port" 9043)
  "data" (dict "host" "0.0.0.0" "port" 9044)
  "staging" (dict "roots" (list "/var/lib/cassandra/idaeus-staging"))
  "stateDirectory" "/var/lib/idaeus" -}}
{{- if .Values.tls.insecure -}}
{{- $set = set $set "insecure" true -}}
{{- else -}}
{{- $set = set $set "tls" (dict "certificate" "/etc/idaeus/tls/tls.crt" "key" "/etc/idaeus/tls/tls.key" "trust" "/etc/idaeus/tls/ca.crt") -}}
{{- $set = set $set "access" (dict "list" "/etc/idaeus/access/access.yaml") -}}
{{- end -}}
{{- if .Values.sidecar.peers -}}
{{- $set = set $set "peers" (dict "allow" .Values.sidecar.peers) -}}
{{- end -}}
{{- toYaml (mergeOverwrite (deepCopy .Values.sidecar.config) $set) -}}
{{- end -}}

{{- define "idaeus.access" -}}
{{- $peers := dict "role" "peer" "to" (list (printf "dns:*.%s" (include "idaeus.fullname" .))) -}}
{{- toYaml (dict "grants" (prepend .Values.access.grants $peers)) -}}
{{- end -}}

{{- define "idaeus.scheme" -}}
{{ if .Values.tls.insecure }}HTTP{{ else }}HTTPS{{ end }}
{{- end -}}
