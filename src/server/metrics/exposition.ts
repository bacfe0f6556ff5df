import type { Histogram } from './histogram.ts'

/* The text format of Prometheus, version 0.0.4. */

export const expositionType = 'text/plain; version=0.0.4; charset=utf-8'

export type Labels = { readonly [name: string]: string | number }

export interface Sample {
  readonly labels?: Labels
  readonly value: number
}

/** A counter is named `…_total`; all others are gauges. */
export function exposeFamily(name: string, help: string, samples: Iterable<Sample>): string {
  const lines = Array.from(samples, ({ labels = {}, value }) => `${name}${labelText(labels)} ${value}\n`)
  return `${heading(name, name.endsWith('_total') ? 'counter' : 'gauge', help)}${lines.join('')}`
}

/** The names of families without their prefix, their help, and the value of an item; undefined or null for an item without one. */
type Families<Item> = readonly (readonly [
  name: string,
  help: string,
  pick: (item: Item) => number | null | undefined,
])[]

/** Families with a sample for each of the items that has a value. */
export const exposeFamilies = <Item extends { readonly labels: Labels }>(
  prefix: string,
  items: readonly Item[],
  families: Families<Item>,
): string[] =>
  families.map(([name, help, pick]) =>
    exposeFamily(
      `${prefix}_${name}`,
      help,
      items.flatMap((item) => {
        const value = pick(item) ?? undefined
        return value === undefined ? [] : [{ labels: item.labels, value }]
      }),
    ),
  )

/** Families with one sample, without labels; empty when there is no item. */
export const exposeValues = <Item>(
  prefix: string,
  item: Item | undefined,
  families: readonly (readonly [name: string, help: string, pick: (item: Item) => number])[],
): string[] =>
  item === undefined
    ? []
    : families.map(([name, help, pick]) => exposeFamily(`${prefix}_${name}`, help, [{ value: pick(item) }]))

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
