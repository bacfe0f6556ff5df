import { emptyKeccak } from '../../crypto/keccak256.ts'
import { concatBytes, emptyBytes, equalBytes } from '../../primitives/bytes.ts'
import { toHex } from '../../primitives/hex.ts'
import { unsignedBytes, wordBytes } from '../../primitives/integers.ts'
import { toQuantity } from '../../primitives/quantity.ts'
import { encodeAccount } from '../../protocol/account.ts'
import { bridgeAddress } from '../../protocol/addresses.ts'
import type { RemoteCall } from '../../remote/jsonAnswers.ts'
import { accountKey, codeKey, storageCellKey, storageRootKey, storageRootMarker } from '../../trie/keys.ts'
import { type CallAnswer, dataFrom, fixedFrom, quantityFrom, splitAnswers } from '../answers/fields.ts'
import {
  type CutCell,
  federationsTask,
  isFederation,
  isFederationVersion,
  longCellMissing,
} from './federationCells.ts'
import { type AccountNeed, keepsLongCells, type StateEntry, type StateReading } from './need.ts'

const readsOfAccount = 4

/**
 * Reads the state with methods that every node has. It trusts the endpoint. `hasLongCells`: the endpoint has
 * `rsk_getStorageBytesAt`.
 *
 * Rootstock has no EIP-158, so accounts without nonce, balance and code may exist, which changes the gas of a transfer
 * to them. A call of EXTCODEHASH distinguishes them: it returns 0 for an account that does not exist.
 */
export const plainReading =
  (hasLongCells: boolean): StateReading =>
  (needs, block, keep) => {
    const at = { blockHash: toHex(block.hash) }
    const calls = needs.map((need) => callsFor(need, at, hasLongCells))
    return {
      calls: calls.flat(),
      settle: (answers) => {
        const federations: CutCell[] = []
        const entries = splitAnswers(answers, calls).flatMap((own, index) => {
          const { address, cells } = needs[index]!
          const read = cells.flatMap((cell, position): StateEntry[] => {
            const value = cellValue(address, cell, own[readsOfAccount + position]!.result, hasLongCells)
            if (value instanceof Uint8Array) return [[storageCellKey(accountKey(address), cell), value]]
            federations.push(value)
            return []
          })
          return [...accountEntries(address, own), ...read]
        })
        keep(entries)
        return federations.length === 0 ? undefined : federationsTask(federations, at, keep)
      },
    }
  }

function accountEntries(address: Uint8Array, answers: readonly CallAnswer[]): StateEntry[] {
  const result = (index: number): unknown => answers[index]!.result
  const key = accountKey(address)
  const balance = quantityFrom(result(0), 'balance')
  const nonce = quantityFrom(result(1), 'nonce')
  const code = codeFrom(result(2))
  const isKnown = balance > 0n || nonce > 0n || code.length > 0
  const exists = isKnown || existsBy(answers[3]!)
  const hasStorage = code.length > 0 || (exists && keepsLongCells(address))
  return [
    [key, exists ? encodeAccount({ nonce, balance }) : emptyBytes],
    [codeKey(key), code],
    [storageRootKey(key), hasStorage ? storageRootMarker : emptyBytes],
  ]
}

/** The value of a cell, or the beginning of the cell of a federation. */
function cellValue(
  address: Uint8Array,
  cell: Uint8Array,
  result: unknown,
  hasLongCells: boolean,
): Uint8Array | CutCell {
  // `0x0` stands for an absent cell.
  if (hasLongCells && keepsLongCells(address))
    return result === '0x0' ? emptyBytes : dataFrom(result, 'storage')
  const value = quantityFrom(result, 'storage')
  // REMASC keeps amounts and a flag, which fit into a word.
  if (value === 0n || !equalBytes(address, bridgeAddress) || isFederationVersion(cell))
    return unsignedBytes(value)
  if (isFederation(cell)) return { cell, beginning: wordBytes(value) }
  throw longCellMissing()
}

function callsFor(
  { address, cells }: AccountNeed,
  at: { readonly blockHash: string },
  hasLongCells: boolean,
): RemoteCall[] {
  const account = toHex(address)
  const read = hasLongCells && keepsLongCells(address) ? 'rsk_getStorageBytesAt' : 'eth_getStorageAt'
  return [
    { method: 'eth_getBalance', params: [account, at] },
    { method: 'eth_getTransactionCount', params: [account, at] },
    { method: 'eth_getCode', params: [account, at] },
    { method: 'eth_call', params: [{ data: toHex(existenceProbe(address)) }, at] },
    ...cells.map((cell) => ({
      method: read,
      params: [account, toQuantity(BigInt(toHex(cell))), at],
    })),
  ]
}

/** PUSH20 address, EXTCODEHASH (RSKIP140), MSTORE at 0, RETURN 32 bytes. */
const existenceProbe = (address: Uint8Array): Uint8Array =>
  concatBytes(Uint8Array.of(0x73), address, Uint8Array.of(0x3f, 0x60, 0, 0x52, 0x60, 0x20, 0x60, 0, 0xf3))

/** An empty account counts as absent if the endpoint cannot run the probe. */
function existsBy(answer: CallAnswer): boolean {
  if (answer.isError) return false
  const { result } = answer
  if (typeof result !== 'string' || result.length !== 66) return false
  return equalBytes(fixedFrom(result, 32, 'code hash'), emptyKeccak)
}

/** The reference node answers null for an account without code in some versions. */
const codeFrom = (result: unknown): Uint8Array => (result === null ? emptyBytes : dataFrom(result, 'code'))
