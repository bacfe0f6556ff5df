import { signal } from '@preact/signals'
import { head } from '../rpc/heads.ts'
import { call } from '../rpc/rpcClient.ts'
import type { AbiItem } from './abiType.ts'
import { type Artifact, readArtifact, type SourceFile } from './artifact.ts'
import { removeContract, storeContract, storedContracts, storedSources } from './contractStore.ts'
import { type Decoded, decodeLog, decodeParameters } from './decode.ts'
import { type ItemTable, knownItems, tableOf } from './knownItems.ts'
import { nativeName } from './nativeContracts.ts'

/*
 * The contracts that the page knows, by address: those whose artifact the user gave, which the browser keeps, and those
 * that a development chain knows from the artifacts of its project.
 */

export interface KnownContract {
  readonly artifact: Artifact
  readonly table: ItemTable
  readonly origin: 'user' | 'node'
}

const contracts = signal<ReadonlyMap<string, KnownContract>>(new Map())
/** Whether the contracts of earlier visits are loaded. */
export const isLoaded = signal(false)
/** Answers of the node that are kept. */
const maximumOfNode = 1_000

const knownContract = (artifact: Artifact, origin: KnownContract['origin']): KnownContract => ({
  artifact,
  table: tableOf(artifact.abi),
  origin,
})

function add(address: string, contract: KnownContract): void {
  const next = new Map(contracts.value)
  next.delete(address.toLowerCase())
  contracts.value = next.set(address.toLowerCase(), contract)
}

storedContracts()
  .then((stored) => {
    for (const [address, artifact] of stored) add(address, knownContract(artifact, 'user'))
  })
  // Without storage an artifact lasts as long as the page.
  .catch(() => {})
  .finally(() => {
    isLoaded.value = true
  })

/**
 * Rejects when the browser does not store it; the page knows the contract all the same. A contract is shown after it is
 * stored, because a page that is loaded again must still show it.
 */
export async function keepContract(address: string, artifact: Artifact): Promise<void> {
  try {
    await storeContract(address, artifact)
  } finally {
    add(address, knownContract(artifact, 'user'))
  }
}

export async function forgetContract(address: string): Promise<void> {
  try {
    await removeContract(address)
  } finally {
    const next = new Map(contracts.value)
    next.delete(address.toLowerCase())
    asked.delete(address.toLowerCase())
    contracts.value = next
  }
}

/** Set when the node has `dev_getContract`. */
export const nodeKnowsContracts = signal(false)
/** By address, the best block when the node was asked; a contract may be created later. */
const asked = new Map<string, string | undefined>()

export function knownAt(address: string | null | undefined): KnownContract | undefined {
  if (!address) return undefined
  const key = address.toLowerCase()
  const known = contracts.value.get(key)
  if (known === undefined && nodeKnowsContracts.value && nativeName(key) === undefined) askNode(key)
  return known
}

/** A page shows the name when the answer is there, because it reads the signal. */
function askNode(address: string): void {
  const best = head.peek()?.hash
  if (asked.has(address) && asked.get(address) === best) return
  if (asked.size >= maximumOfNode) asked.clear()
  asked.set(address, best)
  call<unknown>('dev_getContract', address).then(
    (answer) => {
      if (answer !== null) add(address, knownContract(artifactIn(answer), 'node'))
    },
    () => {},
  )
}

/** The answer has the form of an artifact, except for the name. */
function artifactIn(answer: unknown): Artifact {
  const name = typeof answer === 'object' && answer !== null && 'name' in answer ? String(answer.name) : ''
  return readArtifact(JSON.stringify(answer), name)
}

/** The sources of a known contract, loaded when they are shown. */
export async function loadSources(address: string): Promise<readonly SourceFile[]> {
  const known = knownAt(address)
  if (known === undefined) return []
  if (known.artifact.sources.length > 0) return known.artifact.sources
  if (known.origin === 'user') return storedSources(address)
  return artifactIn(await call<unknown>('dev_getContract', address, true)).sources
}

/** The contracts that have been given or met, for a search by name. */
export const knownContracts = (): Iterable<[string, KnownContract]> => contracts.value.entries()

/** The name of a contract that the user, the node or every node knows; undefined for others. */
export const nameOf = (address: string): string | undefined =>
  knownAt(address)?.artifact.name ?? nativeName(address)

/** The contract's own table first, then those of other contracts that the page knows, then the known signatures. */
function* tablesFor(address: string | null): Iterable<ItemTable> {
  const own = knownAt(address)
  if (own !== undefined) yield own.table
  for (const { table } of contracts.value.values()) yield table
  yield knownItems()
}

export interface DecodedItem {
  readonly item: AbiItem
  readonly parameters: readonly Decoded[]
}

/** Undefined for data that no known function has. */
export const decodeInput = (to: string | null, input: string): DecodedItem | undefined =>
  firstOf(tablesFor(to), ({ functions }) => decodeBySelector(functions, input))

export const decodeError = (to: string | null, output: string): DecodedItem | undefined =>
  firstOf(tablesFor(to), ({ errors }) => decodeBySelector(errors, output))

export const decodeEvent = (
  address: string,
  topics: readonly string[],
  data: string,
): DecodedItem | undefined =>
  firstOf(tablesFor(address), ({ events }) =>
    firstOf(events.get(topics[0] ?? '') ?? [], (item) =>
      attempt(() => ({ item, parameters: decodeLog(item, topics, data) })),
    ),
  )

function decodeBySelector(items: ReadonlyMap<string, AbiItem>, data: string): DecodedItem | undefined {
  const item = items.get(data.slice(0, 10))
  return (
    item && attempt(() => ({ item, parameters: decodeParameters(item.inputs ?? [], `0x${data.slice(10)}`) }))
  )
}

function firstOf<Item, Found>(
  items: Iterable<Item>,
  find: (item: Item) => Found | undefined,
): Found | undefined {
  for (const item of items) {
    const found = find(item)
    if (found !== undefined) return found
  }
  return undefined
}

/** Data that does not fit a signature belongs to another function with the same selector. */
function attempt<Found>(find: () => Found): Found | undefined {
  try {
    return find()
  } catch {
    return undefined
  }
}
