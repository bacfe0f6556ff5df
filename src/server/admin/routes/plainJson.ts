import type { Json } from '../../../rpc/json/json.ts'

/** Numbers, texts and nested objects of them as JSON; members that are undefined are left out. */
export function plainJson(value: object): { [member: string]: Json } {
  return Object.fromEntries(
    Object.entries(value).flatMap(([member, given]: [string, unknown]): [string, Json][] => {
      if (typeof given === 'object' && given !== null && !Array.isArray(given))
        return [[member, plainJson(given)]]
      const json = leaf(given)
      return json === undefined ? [] : [[member, json]]
    }),
  )
}

function leaf(value: unknown): Json | undefined {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value
  if (typeof value === 'number') return Number.isFinite(value) ? value : null
  if (Array.isArray(value)) return value.flatMap((item: unknown) => leaf(item) ?? [])
  return undefined
}
