import { emptyBytes, type Hash } from '../../primitives/bytes.ts'
import { DecodeError } from '../../primitives/errors.ts'
import { toHex } from '../../primitives/hex.ts'
import { toQuantity } from '../../primitives/quantity.ts'
import { RlpReader } from '../../primitives/rlp/reader.ts'
import type { RemoteCall } from '../../remote/jsonAnswers.ts'
import {
  accountKey,
  addressIn,
  codeKey,
  isAccountKey,
  isCellKey,
  isCodeKey,
  storageCellKey,
  storageCellOf,
  storageRootKey,
} from '../../trie/keys.ts'
import { encodeNode } from '../../trie/nodes/nodeEncoding.ts'
import { Trie } from '../../trie/trie.ts'
import {
  type CallAnswer,
  dataFrom,
  EndpointFault,
  type JsonObject,
  listFrom,
  objectFrom,
  splitAnswers,
} from '../answers/fields.ts'
import type { FetchTask } from '../fetching/missingValues.ts'
import { longCellMissing } from './federationCells.ts'
import { type AccountNeed, keepsLongCells, type OriginBlock, type StateReading } from './need.ts'
import { type Lookup, ProvenNodes } from './provenNodes.ts'

/*
 * A proof is a list of trie nodes, each an RLP string. Cambium lists them root first, and those of a cell from the storage of
 * the account on; a draft of the reference node lists them leaf first, all from the state root. Each node is found by its
 * hash here, on the way down from the state root, so both forms are read, and their order does not matter.
 */

/** Maximum cells in one request for proofs; more take several requests for the same account. */
const cellsPerProof = 500
/** A path has at most one node for each bit of the longest key, which has 74 bytes. */
const maximumProofNodes = 600
/** The marker of a contract is on the path to every cell. */
const firstCell = new Uint8Array(32)
/** Enough for the nodes of one answer. */
const answerBytes = 64 << 20

/** Reads the state with proofs, and checks every value against the state root of the block. */
export const provenReading: StateReading = (needs, block, keep) => {
  const nodes = new ProvenNodes(answerBytes)
  const keys = needs.flatMap(keysOf)
  const { calls, settle } = proofTask(keys, block, nodes)
  return {
    calls,
    settle(answers) {
      settle(answers)
      keep(keys.map((key) => [key, known(nodes.lookup(block.stateRoot, key))] as const))
      return undefined
    },
  }
}

function keysOf({ address, cells }: AccountNeed): Uint8Array[] {
  const account = accountKey(address)
  const others = cells.map((cell) => storageCellKey(account, cell))
  return [account, codeKey(account), storageRootKey(account), ...others]
}

const known = (found: Lookup): Uint8Array => ('value' in found ? (found.value ?? emptyBytes) : emptyBytes)

/** Fetches what the nodes miss of some keys of one state. All keys name a part of an account. */
export function proofTask(keys: readonly Uint8Array[], block: OriginBlock, nodes: ProvenNodes): FetchTask {
  const parts = partsOf(keys, block.stateRoot, nodes)
  const calls = parts.map((part) => callsFor(part, { blockHash: toHex(block.hash) }))
  return {
    calls: calls.flat(),
    settle(answers) {
      for (const [index, own] of splitAnswers(answers, calls).entries()) {
        const part = parts[index]!
        const given = givenFor(part, own)
        nodes.offering([...given.messages, ...given.values], () => {
          const find = (key: Uint8Array): Lookup => nodes.lookup(block.stateRoot, key)
          for (const key of part.keys) requireKnown(key, part, given, find)
        })
      }
      return undefined
    },
  }
}

/** What one account's calls ask for. */
interface AccountPart {
  readonly address: Uint8Array
  readonly keys: readonly Uint8Array[]
  /** Undefined when the nodes of all keys are known. */
  readonly provenCells: readonly Uint8Array[] | undefined
  readonly wantsCode: boolean
  /** Cells of a native contract, which may be longer than a word. */
  readonly longCells: readonly Uint8Array[]
}

function partsOf(keys: readonly Uint8Array[], stateRoot: Hash, nodes: ProvenNodes): AccountPart[] {
  const accounts = new Map<string, Uint8Array[]>()
  for (const key of keys) {
    const id = toHex(addressIn(key)!)
    accounts.set(id, [...(accounts.get(id) ?? []), key])
  }
  return [...accounts.values()].flatMap((own) => {
    const cells = own.filter(isCellKey)
    const first = [...own.filter((key) => !isCellKey(key)), ...cells.slice(0, cellsPerProof)]
    const parts = [partOf(first, stateRoot, nodes)]
    for (let start = cellsPerProof; start < cells.length; start += cellsPerProof)
      parts.push(partOf(cells.slice(start, start + cellsPerProof), stateRoot, nodes))
    return parts
  })
}

function partOf(keys: readonly Uint8Array[], stateRoot: Hash, nodes: ProvenNodes): AccountPart {
  const address = addressIn(keys[0]!)!.slice()
  const cellsOf = (some: readonly Uint8Array[]): Uint8Array[] =>
    some.filter(isCellKey).map((key) => storageCellOf(accountKey(address), key))
  const wanted: Uint8Array[] = []
  const unproven: Uint8Array[] = []
  for (const key of keys) {
    const found = nodes.lookup(stateRoot, key)
    if (!('missing' in found)) continue
    wanted.push(key)
    if (found.missing === 'node') unproven.push(key)
  }
  const cells = cellsOf(unproven)
  const hasMarker = unproven.some((key) => !isAccountKey(key) && !isCodeKey(key) && !isCellKey(key))
  return {
    address,
    keys,
    provenCells: unproven.length === 0 ? undefined : cells.length === 0 && hasMarker ? [firstCell] : cells,
    wantsCode: wanted.some(isCodeKey),
    longCells: keepsLongCells(address) ? cellsOf(wanted) : [],
  }
}

function callsFor(
  { address, provenCells, wantsCode, longCells }: AccountPart,
  at: { readonly blockHash: string },
): RemoteCall[] {
  const account = toHex(address)
  const position = (cell: Uint8Array): string => toQuantity(BigInt(toHex(cell)))
  const calls: RemoteCall[] = []
  if (provenCells !== undefined) {
    calls.push({ method: 'eth_getProof', params: [account, provenCells.map(position), at] })
  }
  if (wantsCode) calls.push({ method: 'eth_getCode', params: [account, at] })
  for (const cell of longCells) {
    calls.push({ method: 'rsk_getStorageBytesAt', params: [account, position(cell), at] })
  }
  return calls
}

/** What an endpoint has given for the calls of one account. */
interface Given {
  readonly messages: readonly Uint8Array[]
  /** Long values, and the node that follows from the code. */
  readonly values: readonly Uint8Array[]
  /** Whether the proof of the account is an empty list, or that of a cell: it proves nothing unless the trie is empty. */
  readonly lacksAccountProof: boolean
  readonly lacksCellProof: boolean
  readonly lacksLongCells: boolean
}

function givenFor(part: AccountPart, answers: readonly CallAnswer[]): Given {
  const rest = [...answers]
  const proof = part.provenCells === undefined ? undefined : objectFrom(rest.shift()!.result, 'proof')
  const proofs = proof === undefined ? [] : proofsIn(proof, part.provenCells!.length)
  const code = part.wantsCode ? dataFrom(rest.shift()!.result ?? '0x', 'code') : emptyBytes
  // The answer for an absent cell is `0x0`.
  const cells = rest
    .filter((answer) => !answer.isError && answer.result !== '0x0')
    .map(({ result }) => dataFrom(result, 'storage'))
  return {
    messages: proofs.flat(),
    values: [...cells, ...(code.length === 0 ? [] : [code, codeNode(part.address, code)])],
    lacksAccountProof: proofs[0]?.length === 0,
    lacksCellProof: proofs.slice(1).some(({ length }) => length === 0),
    lacksLongCells: rest.some(({ isError }) => isError),
  }
}

function proofsIn(json: JsonObject, cells: number): Uint8Array[][] {
  const storage = listFrom(json['storageProof'], 'storageProof')
  if (storage.length !== cells) throw new DecodeError('storageProof', 'has another number of cells')
  const ofCells = storage.map((item) => objectFrom(item, 'storageProof')['proof'])
  return [
    messagesFrom(json['accountProof'], 'accountProof'),
    ...ofCells.map((proof) => messagesFrom(proof, 'storageProof')),
  ]
}

function messagesFrom(value: unknown, where: string): Uint8Array[] {
  const list = listFrom(value, where)
  // Each node is hashed.
  if (list.length > maximumProofNodes)
    throw new DecodeError(where, `has more than ${maximumProofNodes} nodes`)
  return list.map((item) => RlpReader.string(dataFrom(item, where), where))
}

/** The code is the right child of its account. The child's node follows from the code. */
function codeNode(address: Uint8Array, code: Uint8Array): Uint8Array {
  const key = accountKey(address)
  const { root, nodes } = Trie.empty().put(key, code).put(codeKey(key), code)
  return encodeNode(nodes.resolve(root!.right)!)
}

function requireKnown(
  key: Uint8Array,
  { address, provenCells }: AccountPart,
  given: Given,
  find: (key: Uint8Array) => Lookup,
): void {
  const found = find(key)
  if (!('missing' in found)) return
  const name = toHex(address)
  const isPathKnown = found.missing !== 'node'
  if (isCellKey(key) && isPathKnown && given.lacksLongCells) throw longCellMissing()
  if (isPathKnown || (isCodeKey(key) && !('missing' in find(accountKey(address))))) {
    const what = isCodeKey(key) ? 'code' : 'a cell'
    throw falseState(name, `${what} does not have the hash that its proof holds`)
  }
  // The nodes were known when the calls were made, and have been dropped meanwhile: the next run asks for them.
  if (provenCells === undefined) return
  const account = find(accountKey(address))
  const isAccountKnown = !('missing' in account && account.missing === 'node')
  // An account without cells has no nodes for theirs: its own proof shows that.
  if (isAccountKnown ? given.lacksCellProof : given.lacksAccountProof) {
    const what = isCellKey(key) ? `a cell of ${name}` : name
    throw new EndpointFault(
      'unverified',
      `gives an empty list instead of a proof of ${what}: what is absent needs a proof too`,
    )
  }
  throw falseState(name, 'its proof does not lead from the state root to the value')
}

const falseState = (name: string, problem: string): EndpointFault =>
  new EndpointFault('unproven', `gives a false state of ${name}: ${problem}`)
