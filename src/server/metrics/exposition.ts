import type { Histogram } from './histogram.ts'

/* The text format of Prometheus, version 0.0.4. */

export const expositionType = 'text/plain; version=0.0.4; charset=utf-8'

export type Labels = { readonly [name: string]: string | number }

export interface Sample {
  readonly labels?: Labels
  readonly value: number
}

export function exposeFamily(
  name: string,
  type: 'counter' | 'gauge',
  help: string,
  samples: Iterable<Sample>,
): string {
  const lines = Array.from(samples, ({ labels = {}, value }) => `${name}${labelText(labels)} ${value}\n`)
  return `${heading(name, type, help)}${lines.join('')}`
}

export function exposeHistograms(
  name: string,
  help: string,
  histograms: Iterable<readonly [Labels, Histogram]>,
): string {
  let text = heading(name, 'histogram', help)
  for (const [labels, histogram] of histograms) {
    for (const [le, count] of histogram.cumulative()) {
      text += `${name}_bucket${labelText({ ...labels, le })} ${count}\n`
    }
    text += `${name}_bucket${labelText({ ...labels, le: '+Inf' })} ${histogram.count}\n`
    text += `${name}_sum${labelText(labels)} ${histogram.sum}\n`
    text += `${name}_count${labelText(labels)} ${histogram.count}\n`
  }
  return text
}

const heading = (name: string, type: string, help: string): string =>
  `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n`

function labelText(labels: Labels): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escaped(String(value))}"`)
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`
}

const escaped = (value: string): string =>
  value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')
