import type { Random } from '../../attack/random.ts'
import type { Outcome } from './lyingEndpoint.ts'

/* Random changes of JSON, somewhere between a flipped digit and another answer. */

type Json = unknown
interface Place {
  readonly get: () => Json
  readonly set: (value: Json) => void
  /** Undefined for the whole value. */
  readonly remove?: () => void
}

/** A changed copy of an outcome. `others` are true results of other calls of the same method. */
export function mutated(outcome: Outcome, others: readonly Json[], random: Random): Outcome {
  const kind = random.below(20)
  if (kind === 0) return { result: null }
  if (kind === 1) return { error: { code: -32000, message: random.pick(messages) } }
  if (kind < 5 && others.length > 0) return { result: random.pick(others) }
  const root = { result: structuredClone(outcome['result']) }
  const places = placesIn(root)
  // A long answer gets several changes now and then.
  for (let count = random.below(8) === 0 ? 3 : 1; count > 0; count--)
    change(random.pick(places), places, random)
  return root
}

const messages = ['missing trie node', 'block not found', 'rate limit', 'execution reverted', ''] as const

function placesIn(root: { result: Json }): Place[] {
  const places: Place[] = []
  const visit = (holder: Record<string, Json> | Json[], key: string | number): void => {
    const at = holder as Record<string | number, Json>
    const value = at[key]
    places.push({
      get: () => at[key],
      set: (changed) => {
        at[key] = changed
      },
      ...(holder !== root && {
        remove: () => (Array.isArray(holder) ? holder.splice(Number(key), 1) : delete at[key]),
      }),
    })
    if (Array.isArray(value)) for (const index of value.keys()) visit(value, index)
    else if (typeof value === 'object' && value !== null)
      for (const name of Object.keys(value)) visit(value as Record<string, Json>, name)
  }
  visit(root, 'result')
  return places
}

function change({ get, set, remove }: Place, places: readonly Place[], random: Random): void {
  const value = get()
  const general: (() => void)[] = [
    () => set(random.pick(foreignValues)),
    () => set(random.pick(places).get()),
    ...(remove === undefined ? [] : [() => void remove()]),
  ]
  if (random.below(3) === 0) random.pick(general)()
  else if (typeof value === 'string') set(changedText(value, random))
  else if (Array.isArray(value)) set(changedList(value, random))
  else if (typeof value === 'boolean') set(!value)
  else random.pick(general)()
}

const foreignValues: readonly Json[] = [
  null,
  0,
  1,
  -1,
  1e300,
  true,
  '',
  '0x',
  '0x0',
  '0x1',
  '0xzz',
  `0x${'ff'.repeat(32)}`,
  `0x${'00'.repeat(20)}`,
  `0x${'ff'.repeat(3_000)}`,
  [],
  [[]],
  {},
  { __proto__: { hash: '0x1' }, length: 7 },
  '0x1fffffffffffff',
]

function changedText(text: string, random: Random): string {
  const digits = text.startsWith('0x') ? text.slice(2) : text
  const at = random.below(Math.max(1, digits.length))
  const changes = [
    () => `${digits.slice(0, at)}${random.below(16).toString(16)}${digits.slice(at + 1)}`,
    () => digits.slice(0, 2 * Math.floor(at / 2)),
    () => `${digits}${random.bytes(1 + random.below(40)).toString('hex')}`,
    () => `${random.bytes(1).toString('hex')}${digits}`,
    () => `${digits.slice(0, 2 * Math.floor(at / 2))}${digits.slice(2 + 2 * Math.floor(at / 2))}`,
    () => digits.toUpperCase(),
    () => random.bytes(Math.ceil(digits.length / 2)).toString('hex'),
  ]
  return `0x${random.pick(changes)()}`
}

function changedList(list: readonly Json[], random: Random): Json[] {
  if (list.length === 0) return [random.pick(foreignValues)]
  const [one, other] = [random.below(list.length), random.below(list.length)]
  const changes = [
    () => list.toReversed(),
    () => list.toSpliced(one, 1),
    () => [...list, list[one]],
    () => list.toSpliced(one, 1, list[other]),
    () => [],
    () => list.slice(one),
  ]
  return random.pick(changes)()
}
