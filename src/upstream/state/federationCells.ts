import { encodeFederation } from '../../bridge/cells/federations.ts'
import { type FederationMember, singleKeyMember, sortedMembers } from '../../bridge/federation/member.ts'
import { decodeArguments, selectorOf } from '../../native/abi/method.ts'
import { bytes, int256, string } from '../../native/abi/types.ts'
import { cellKey } from '../../native/cellKey.ts'
import { concatBytes, equalBytes } from '../../primitives/bytes.ts'
import { DecodeError } from '../../primitives/errors.ts'
import { toHex } from '../../primitives/hex.ts'
import { wordBytes } from '../../primitives/integers.ts'
import { toQuantity } from '../../primitives/quantity.ts'
import { bridgeAddress } from '../../protocol/addresses.ts'
import type { RemoteCall } from '../../remote/jsonAnswers.ts'
import { accountKey, storageCellKey } from '../../trie/keys.ts'
import { dataFrom, EndpointFault, quantityFrom, splitAnswers } from '../answers/fields.ts'
import type { ReadPlan, StateEntry } from './need.ts'

/*
 * The cells of federations, which every payment to miners reads, from an endpoint that returns only the first 32 bytes of
 * a cell. Calls of the Bridge return the keys of the members. The cell that is rebuilt from them must begin with those
 * bytes, which include its length.
 */

/** A cell whose first 32 bytes are known. */
export interface CutCell {
  readonly cell: Uint8Array
  readonly beginning: Uint8Array
}

type At = { readonly blockHash: string }

const names = ['newFederation', 'oldFederation'] as const
const contentCells = names.map(cellKey)
const versionCells = names.map((name) => cellKey(`${name}FormatVersion`))

export const isFederation = (cell: Uint8Array): boolean => contentCells.some((one) => equalBytes(one, cell))
export const isFederationVersion = (cell: Uint8Array): boolean =>
  versionCells.some((one) => equalBytes(one, cell))

export const longCellMissing = (): EndpointFault =>
  new EndpointFault(
    'refused',
    'does not offer rsk_getStorageBytesAt, without which most cells of the Bridge cannot be read',
  )

/** More members than the script of any federation can have. */
const maximumMembers = 60
const keyTypes = ['btc', 'rsk', 'mst'] as const

/** The federations that the Bridge's methods describe. */
const kinds = ['Federat', 'RetiringFederat'] as const
type Kind = (typeof kinds)[number]

/** A federation whose keys are fetched. */
interface KnownFederation {
  readonly cut: CutCell
  readonly kind: Kind
  readonly size: number
  readonly isVersioned: boolean
}

export function federationPlan(cuts: readonly CutCell[], at: At): ReadPlan {
  const sizes = kinds.flatMap((kind) => [
    bridgeCall(`get${kind}ionSize()`, [], at),
    bridgeCall(`get${kind}ionCreationBlockNumber()`, [], at),
  ])
  const versions = cuts.map(({ cell }) => ({
    method: 'eth_getStorageAt',
    params: [toHex(bridgeAddress), toQuantity(BigInt(toHex(versionCellOf(cell)))), at],
  }))
  return {
    calls: [...sizes, ...versions],
    settle(answers) {
      const found = kinds.map((kind, index) => ({
        kind,
        size: numberIn(answers[2 * index]!.result),
        creationBlock: numberIn(answers[2 * index + 1]!.result),
      }))
      const federations = cuts.map((cut, index): KnownFederation => {
        const { creationBlock } = beginningOf(cut.beginning)
        const federation = found.find((one) => one.size > 0 && one.creationBlock === creationBlock)
        // The Bridge has no methods for a federation that waits for its activation.
        if (federation === undefined) throw longCellMissing()
        const { kind, size } = federation
        if (size > maximumMembers) throw new DecodeError('federation', `has ${size} members`)
        const isVersioned = quantityFrom(answers[sizes.length + index]!.result, 'version') > 0n
        return { cut, kind, size, isVersioned }
      })
      return { entries: [], next: membersPlan(federations, at) }
    },
  }
}

function membersPlan(federations: readonly KnownFederation[], at: At): ReadPlan {
  const calls = federations.map((federation) => keyCalls(federation, at))
  return {
    calls: calls.flat(),
    settle: (answers) => ({
      entries: splitAnswers(answers, calls).map((own, index) => {
        const keys = own.map(({ result }) => decodeArguments([bytes], dataFrom(result, 'key'))[0])
        return cellOf(federations[index]!, keys)
      }),
    }),
  }
}

/** All keys of one member follow each other. */
function keyCalls({ kind, size, isVersioned }: KnownFederation, at: At): RemoteCall[] {
  return Array.from({ length: size }, (_, index) => wordBytes(BigInt(index))).flatMap((index) =>
    isVersioned
      ? keyTypes.map((type) =>
          bridgeCall(
            `get${kind}orPublicKeyOfType(int256,string)`,
            [index, wordBytes(64n), string.encode(type)],
            at,
          ),
        )
      : [bridgeCall(`get${kind}orPublicKey(int256)`, [index], at)],
  )
}

function cellOf({ cut, isVersioned }: KnownFederation, keys: readonly Uint8Array[]): StateEntry {
  const { creationTimeMillis, creationBlock } = beginningOf(cut.beginning)
  const members = sortedMembers(isVersioned ? membersOf(keys) : keys.map(singleKeyMember))
  const content = encodeFederation(
    { creationTimeMillis, creationBlock, members, format: 'standard' },
    isVersioned,
  )
  if (!equalBytes(content.subarray(0, cut.beginning.length), cut.beginning)) {
    throw new DecodeError('federation', 'does not have the cell that the Bridge keeps of it')
  }
  return [storageCellKey(accountKey(bridgeAddress), cut.cell), content]
}

function membersOf(keys: readonly Uint8Array[]): FederationMember[] {
  const members: FederationMember[] = []
  for (let at = 0; at < keys.length; at += keyTypes.length) {
    members.push({ bitcoinKey: keys[at]!, rootstockKey: keys[at + 1]!, mstKey: keys[at + 2]! })
  }
  return members
}

const versionCellOf = (cell: Uint8Array): Uint8Array =>
  versionCells[contentCells.findIndex((one) => equalBytes(one, cell))]!

function bridgeCall(signature: string, words: readonly Uint8Array[], at: At): RemoteCall {
  const data = concatBytes(selectorOf(signature), ...words)
  return { method: 'eth_call', params: [{ to: toHex(bridgeAddress), data: toHex(data) }, at] }
}

const numberIn = (result: unknown): number => {
  const [value] = decodeArguments([int256], dataFrom(result, 'number'))
  return Number(value)
}

/** The two numbers at the beginning of a federation's list, which ends beyond the word. */
function beginningOf(word: Uint8Array): { creationTimeMillis: number; creationBlock: number } {
  const listHeader = word[0]! >= 0xf8 ? 1 + word[0]! - 0xf7 : 1
  const time = numberAt(word, listHeader)
  const block = numberAt(word, time.end)
  return { creationTimeMillis: time.value, creationBlock: block.value }
}

/** An RLP string of up to 8 bytes as a number. */
function numberAt(word: Uint8Array, start: number): { readonly value: number; readonly end: number } {
  const first = word[start] ?? 0xff
  if (first < 0x80) return { value: first, end: start + 1 }
  const end = start + 1 + first - 0x80
  if (first > 0x88 || end > word.length)
    throw new DecodeError('federation', 'does not begin with two numbers')
  return { value: Number(BigInt(`0x0${toHex(word.subarray(start + 1, end)).slice(2)}`)), end }
}
