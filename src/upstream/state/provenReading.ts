import { keccak256 } from '../../crypto/keccak256.ts'
import { emptyBytes, equalBytes, type Hash } from '../../primitives/bytes.ts'
import { DecodeError } from '../../primitives/errors.ts'
import { toHex } from '../../primitives/hex.ts'
import { toQuantity } from '../../primitives/quantity.ts'
import { RlpReader } from '../../primitives/rlp/reader.ts'
import type { RemoteCall } from '../../remote/jsonAnswers.ts'
import {
  type AccountKey,
  accountKey,
  codeKey,
  storageCellKey,
  storageRootKey,
  storageSubtreeStart,
} from '../../trie/keys.ts'
import { bitAt } from '../../trie/nodes/bits.ts'
import { type Child, StoredNode, type TrieNode } from '../../trie/nodes/node.ts'
import { decodeNode } from '../../trie/nodes/nodeDecoding.ts'
import { nodeHash } from '../../trie/nodes/nodeEncoding.ts'
import { InvalidProof, type ProvenValue, verifyProof } from '../../trie/proof.ts'
import { Trie } from '../../trie/trie.ts'
import {
  type CallAnswer,
  dataFrom,
  EndpointFault,
  listFrom,
  objectFrom,
  splitAnswers,
} from '../answers/fields.ts'
import { type AccountNeed, keepsLongCells, type StateEntry, type StateReading } from './need.ts'

/** Maximum cells in one request for proofs; more take several requests for the same account. */
const cellsPerProof = 500
/** The marker of a contract is on the path to every cell, so each request has at least one cell. */
const firstCell = new Uint8Array(32)

/** Reads the state with proofs, and checks every value against the state root of the block. */
export const provenReading: StateReading = {
  plan(needs, block) {
    const at = { blockHash: toHex(block.hash) }
    const parts = needs.flatMap(inParts)
    const calls = parts.map((part) => callsFor(part, at))
    return {
      calls: calls.flat(),
      settle: (answers) => ({
        entries: splitAnswers(answers, calls).flatMap((own, index) =>
          checkedEntries(parts[index]!, block.stateRoot, own),
        ),
      }),
    }
  },
}

function checkedEntries(part: AccountNeed, stateRoot: Hash, answers: readonly CallAnswer[]): StateEntry[] {
  try {
    return entriesOf(part, stateRoot, answers)
  } catch (error) {
    if (!(error instanceof InvalidProof)) throw error
    throw new EndpointFault('unproven', `gives a false state of ${toHex(part.address)}: ${error.message}`)
  }
}

function entriesOf(
  { address, cells }: AccountNeed,
  stateRoot: Hash,
  answers: readonly CallAnswer[],
): StateEntry[] {
  const json = objectFrom(answers[0]!.result, 'proof')
  const key = accountKey(address)
  const messages = messagesFrom(json['accountProof'], 'accountProof')
  const account = inline(verifyProof(stateRoot, key, messages))
  const node = account.length === 0 ? undefined : decodeNode(messages.at(-1)!)
  const proofs = listFrom(json['storageProof'], 'storageProof')
  if (proofs.length !== cells.length) throw new DecodeError('storageProof', 'has another number of cells')
  const storage = cells.map((cell, index) => {
    const { proof } = objectFrom(proofs[index], 'storageProof') as { proof?: unknown }
    return provenCell(node, key, cell, messagesFrom(proof, 'storageProof'))
  })
  return [
    [key, account],
    [codeKey(key), provenCode(node, key, dataFrom(answers[1]!.result ?? '0x', 'code'))],
    [storageRootKey(key), storage[0]!.marker],
    ...cells.map((cell, index): StateEntry => {
      const { value } = storage[index]!
      return [
        storageCellKey(key, cell),
        isInline(value) ? value : longCell(value, answers[2 + index]!.result),
      ]
    }),
  ]
}

function inParts({ address, cells }: AccountNeed): AccountNeed[] {
  const all = cells.length === 0 ? [firstCell] : cells
  const parts: AccountNeed[] = []
  for (let start = 0; start < all.length; start += cellsPerProof) {
    parts.push({ address, cells: all.slice(start, start + cellsPerProof) })
  }
  return parts
}

function callsFor({ address, cells }: AccountNeed, at: { readonly blockHash: string }): RemoteCall[] {
  const account = toHex(address)
  const positions = cells.map((cell) => toQuantity(BigInt(toHex(cell))))
  return [
    { method: 'eth_getProof', params: [account, positions, at] },
    { method: 'eth_getCode', params: [account, at] },
    ...(keepsLongCells(address)
      ? positions.map((position) => ({ method: 'rsk_getStorageBytesAt', params: [account, position, at] }))
      : []),
  ]
}

/** Each element is the RLP string of a node's message. */
const messagesFrom = (value: unknown, where: string): Uint8Array[] =>
  listFrom(value, where).map((item) => RlpReader.string(dataFrom(item, where), where))

type LongProven = { readonly hash: Hash; readonly length: number }

const isInline = (value: Uint8Array | LongProven): value is Uint8Array => value instanceof Uint8Array

/** An account is never a long value. */
function inline(value: ProvenValue): Uint8Array {
  if (value === undefined) return emptyBytes
  if (!isInline(value)) throw new InvalidProof('the account is a long value')
  return value
}

interface ProvenCell {
  readonly value: Uint8Array | LongProven
  readonly marker: Uint8Array
}

function provenCell(
  account: TrieNode | undefined,
  key: AccountKey,
  cell: Uint8Array,
  proof: readonly Uint8Array[],
): ProvenCell {
  const subtree = account?.left
  if (subtree === undefined) {
    if (proof.length > 0) throw new InvalidProof('the account has no storage, but a proof of it')
    return { value: emptyBytes, marker: emptyBytes }
  }
  const start = storageSubtreeStart(key)
  const cellKey = storageCellKey(key, cell)
  const value = verifyProof(hashOf(subtree), cellKey, proof, start) ?? emptyBytes
  return { value, marker: valueOnPath(proof, cellKey, start, 8 * storageRootKey(key).length) }
}

/** The value of the node that ends at a bit of the key; empty without such a node. The proof was checked before. */
function valueOnPath(proof: readonly Uint8Array[], key: Uint8Array, start: number, end: number): Uint8Array {
  let position = start
  for (const message of proof) {
    const node = decodeNode(message)
    if (node.path.sharedWith(key, position) < Math.min(node.path.length, end - position)) return emptyBytes
    position += node.path.length
    if (position === end) return node.value instanceof Uint8Array ? node.value : emptyBytes
    if (position > end || node.child(bitAt(key, position)) === undefined) return emptyBytes
    position++
  }
  return emptyBytes
}

/** The code is the right child of the account. Its node follows from the code, and must have the child's hash. */
function provenCode(account: TrieNode | undefined, key: AccountKey, code: Uint8Array): Uint8Array {
  const child = account?.right
  const rebuilt =
    code.length === 0 ? undefined : Trie.empty().put(key, code).put(codeKey(key), code).root?.right
  const isSame =
    child === undefined || rebuilt === undefined
      ? child === rebuilt
      : equalBytes(hashOf(child), hashOf(rebuilt))
  if (!isSame) throw new InvalidProof('the code does not have the hash that its account holds')
  return code
}

function longCell({ hash, length }: LongProven, result: unknown): Uint8Array {
  const bytes = dataFrom(result, 'storage')
  if (bytes.length !== length || !equalBytes(keccak256(bytes), hash)) {
    throw new InvalidProof('a cell does not have the hash that its proof holds')
  }
  return bytes
}

const hashOf = (child: Child): Hash => (child instanceof StoredNode ? child.hash() : nodeHash(child))
