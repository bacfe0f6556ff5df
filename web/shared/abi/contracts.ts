import { signal } from '@preact/signals'
import type { AbiItem } from './abiType.ts'
import { type Artifact, readArtifact } from './artifact.ts'
import { type Decoded, decodeLog, decodeParameters } from './decode.ts'
import { type ItemTable, knownItems, tableOf } from './knownItems.ts'
import { nativeName } from './nativeContracts.ts'

/* The ABIs that the user has given, by the address of the contract, kept in the browser. */

interface KnownContract {
  readonly artifact: Artifact
  readonly table: ItemTable
}

const storedName = 'cambium.contracts'
const maximumStored = 200

const contracts = signal<ReadonlyMap<string, KnownContract>>(storedContracts())

function storedContracts(): ReadonlyMap<string, KnownContract> {
  const found = new Map<string, KnownContract>()
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(storedName) ?? '{}')
    for (const [address, value] of Object.entries(stored ?? {})) {
      found.set(address, known(readArtifact(JSON.stringify(value))))
    }
  } catch {
    // Without storage, or with an unreadable one, no contract is known.
  }
  return found
}

function known(artifact: Artifact): KnownContract {
  return { artifact, table: tableOf(artifact.abi) }
}

export function keepContract(address: string, artifact: Artifact): void {
  const next = new Map(contracts.value)
  next.delete(address.toLowerCase())
  next.set(address.toLowerCase(), known(artifact))
  contracts.value = new Map([...next].slice(-maximumStored))
  store()
}

export function forgetContract(address: string): void {
  const next = new Map(contracts.value)
  next.delete(address.toLowerCase())
  contracts.value = next
  store()
}

function store(): void {
  const plain = [...contracts.value].map(
    ([
      address,
      {
        artifact: { name, abi },
      },
    ]) => [address, { contractName: name, abi }],
  )
  try {
    localStorage.setItem(storedName, JSON.stringify(Object.fromEntries(plain)))
  } catch {
    // The ABIs last as long as the page.
  }
}

export const contractAt = (address: string | null | undefined): Artifact | undefined =>
  address ? contracts.value.get(address.toLowerCase())?.artifact : undefined

/** The name of a contract that the user or every node knows; undefined for others. */
export const nameOf = (address: string): string | undefined =>
  contractAt(address)?.name ?? nativeName(address)

/** The contract's own table first, then those of other contracts that the user knows, then the known signatures. */
function* tablesFor(address: string | null): Iterable<ItemTable> {
  const own = address === null ? undefined : contracts.value.get(address.toLowerCase())
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
