{{- define "cambium.name" -}}
{{ .Release.Name }}
{{- end }}

{{- /* Labels of a component: list of the root, the component and the network. */ -}}
{{- define "cambium.labels" -}}
app.kubernetes.io/name: cambium
app.kubernetes.io/instance: {{ (index . 0).Release.Name }}
app.kubernetes.io/component: {{ index . 1 }}
cambium/network: {{ index . 2 }}
{{- end }}

{{- define "cambium.secret" -}}
{{ .Values.secrets.existing | default (include "cambium.name" .) }}
{{- end }}

{{- define "cambium.image" -}}
image: {{ printf "%s:%s" .Values.image.repository .Values.image.tag | quote }}
imagePullPolicy: {{ .Values.image.pullPolicy }}
{{- end }}

{{- define "cambium.shared" -}}
{{- if .Values.redis.enabled -}}
redis://{{ include "cambium.name" . }}-redis:6379
{{- else -}}
{{ required "set redis.url, or redis.enabled=true" .Values.redis.url }}
{{- end -}}
{{- end }}

{{- define "cambium.podSecurity" -}}
runAsNonRoot: true
runAsUser: 1000
runAsGroup: 1000
fsGroup: 1000
fsGroupChangePolicy: OnRootMismatch
seccompProfile:
  type: RuntimeDefault
{{- end }}

{{- define "cambium.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities:
  drop: [ALL]
{{- end }}

{{- /* Probes of a container: list of the network and the name of its port. */ -}}
{{- define "cambium.probes" -}}
startupProbe:
  httpGet: { path: /health, port: {{ index . 1 }} }
  periodSeconds: 5
  # An upgrade of the data format takes minutes.
  failureThreshold: 360
livenessProbe:
  httpGet: { path: /health, port: {{ index . 1 }} }
  periodSeconds: 10
  timeoutSeconds: 5
  failureThreshold: 6
readinessProbe:
  httpGet: { path: /ready/{{ index . 0 }}, port: {{ index . 1 }} }
  periodSeconds: 2
  timeoutSeconds: 2
  failureThreshold: 1
{{- end }}
