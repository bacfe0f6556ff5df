/*
 * A JSON array of payloads with each of them on a line of its own. The texts are then found without reading them: to parse and
 * write them again would take the main thread longer than to send them.
 */

const [beginning, between, end] = ['[\n', ',\n', '\n]']

/** No payload has a line break, because JSON writes one in a text as an escape. */
export const payloadLines = (payloads: readonly string[]): string =>
  payloads.length === 0 ? '[]' : `${beginning}${payloads.join(between)}${end}`

/** The payloads of the first such array in a text; undefined for one that was written otherwise. */
export function payloadsIn(text: string): string[] | undefined {
  const start = text.indexOf('[')
  if (text.startsWith('[]', start)) return []
  const stop = text.lastIndexOf(end)
  if (!text.startsWith(beginning, start) || stop < start + beginning.length) return undefined
  const payloads = text.slice(start + beginning.length, stop).split(between)
  return payloads.every(isObject) ? payloads : undefined
}

const isObject = (payload: string): boolean => payload.startsWith('{') && payload.endsWith('}')
