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
import { RlpReader } from '../../primitives/rlp/reader.ts'
import { bridgeAddress } from '../../protocol/addresses.ts'
import type { RemoteCall } from '../../remote/jsonAnswers.ts'
import { accountKey, storageCellKey } from '../../trie/keys.ts'
import { type CallAnswer, dataFrom, EndpointFault, quantityFrom, splitAnswers } from '../answers/fields.ts'
import type { FetchTask } from '../fetching/missingValues.ts'
import type { KeepEntries } from './need.ts'

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

/** The cells of federations, each with the cell that has the version of its form. */
const federationCells = ['newFederation', 'oldFederation'].map((name) => ({
  content: cellKey(name),
  version: cellKey(`${name}FormatVersion`),
}))

export const isFederation = (cell: Uint8Array): boolean =>
  federationCells.some(({ content }) => equalBytes(content, cell))
export const isFederationVersion = (cell: Uint8Array): boolean =>
  federationCells.some(({ version }) => equalBytes(version, cell))

export const longCellMissing = (): EndpointFault =>
  new EndpointFault(
    'refused',
    'does not offer rsk_getStorageBytesAt, without which most cells of the Bridge cannot be read',
  )

/** More members than the script of any federation can have. */
const maximumMembers = 60

/** The methods of the Bridge that describe the active federation, and the one before it. */
const describingMethods = [
  {
    size: 'getFederationSize()',
    creationBlock: 'getFederationCreationBlockNumber()',
    key: 'getFederatorPublicKey(int256)',
    keyOfType: 'getFederatorPublicKeyOfType(int256,string)',
  },
  {
    size: 'getRetiringFederationSize()',
    creationBlock: 'getRetiringFederationCreationBlockNumber()',
    key: 'getRetiringFederatorPublicKey(int256)',
    keyOfType: 'getRetiringFederatorPublicKeyOfType(int256,string)',
  },
] as const

/** A federation whose keys are fetched. */
interface KnownFederation {
  readonly cut: CutCell
  readonly methods: (typeof describingMethods)[number]
  readonly size: number
  /** Whether each member has three keys. */
  readonly isVersioned: boolean
}

/** Fetches the whole content of federations' cells: first how many members they have, then the members' keys. */
export function federationsTask(cuts: readonly CutCell[], at: At, keep: KeepEntries): FetchTask {
  const descriptions = describingMethods.map(({ size, creationBlock }) => [
    bridgeCall(size, [], at),
    bridgeCall(creationBlock, [], at),
  ])
  const versions = cuts.map((cut) => versionCall(cut, at))
  return {
    calls: [...descriptions.flat(), ...versions],
    settle(answers) {
      const found = describingMethods.map((methods, index) => {
        const [size, creationBlock] = answers.slice(2 * index, 2 * index + 2).map(numberIn)
        return { methods, size: size!, creationBlock: creationBlock! }
      })
      const versionAnswers = answers.slice(-cuts.length)
      const federations = cuts.map((cut, index): KnownFederation => {
        const { creationBlock } = creationOf(cut)
        const federation = found.find((one) => one.size > 0 && one.creationBlock === creationBlock)
        // The Bridge has no methods for a federation that waits for its activation.
        if (federation === undefined) throw longCellMissing()
        const { methods, size } = federation
        if (size > maximumMembers) throw new DecodeError('federation', `has ${size} members`)
        const isVersioned = quantityFrom(versionAnswers[index]!.result, 'version') > 0n
        return { cut, methods, size, isVersioned }
      })
      return membersTask(federations, at, keep)
    },
  }
}

function membersTask(federations: readonly KnownFederation[], at: At, keep: KeepEntries): FetchTask {
  const calls = federations.map((federation) => keyCalls(federation, at))
  return {
    calls: calls.flat(),
    settle(answers) {
      keep(
        splitAnswers(answers, calls).map((own, index) => {
          const federation = federations[index]!
          const keys = own.map(({ result }) => decodeArguments([bytes], dataFrom(result, 'key'))[0])
          const key = storageCellKey(accountKey(bridgeAddress), federation.cut.cell)
          return [key, contentOf(federation, keys)] as const
        }),
      )
      return undefined
    },
  }
}

/** The order of the keys of one member, which follow each other. */
const keyTypes = ['btc', 'rsk', 'mst'] as const
/** Where the text of the second argument begins, after both words. */
const textOffset = wordBytes(64n)

function keyCalls({ methods, size, isVersioned }: KnownFederation, at: At): RemoteCall[] {
  const members = Array.from({ length: size }, (_, index) => wordBytes(BigInt(index)))
  if (!isVersioned) return members.map((index) => bridgeCall(methods.key, [index], at))
  return members.flatMap((index) =>
    keyTypes.map((type) => bridgeCall(methods.keyOfType, [index, textOffset, string.encode(type)], at)),
  )
}

function contentOf({ cut, isVersioned }: KnownFederation, keys: readonly Uint8Array[]): Uint8Array {
  const members = sortedMembers(isVersioned ? membersOf(keys) : keys.map(singleKeyMember))
  const content = encodeFederation({ ...creationOf(cut), members, format: 'standard' }, isVersioned)
  if (equalBytes(content.subarray(0, cut.beginning.length), cut.beginning)) return content
  throw new DecodeError('federation', 'does not have the cell that the Bridge keeps of it')
}

function membersOf(keys: readonly Uint8Array[]): FederationMember[] {
  const members: FederationMember[] = []
  for (let at = 0; at < keys.length; at += keyTypes.length) {
    members.push({ bitcoinKey: keys[at]!, rootstockKey: keys[at + 1]!, mstKey: keys[at + 2]! })
  }
  return members
}

function versionCall({ cell }: CutCell, at: At): RemoteCall {
  const { version } = federationCells.find(({ content }) => equalBytes(content, cell))!
  const params = [toHex(bridgeAddress), toQuantity(BigInt(toHex(version))), at]
  return { method: 'eth_getStorageAt', params }
}

function bridgeCall(signature: string, words: readonly Uint8Array[], at: At): RemoteCall {
  const data = concatBytes(selectorOf(signature), ...words)
  return { method: 'eth_call', params: [{ to: toHex(bridgeAddress), data: toHex(data) }, at] }
}

const numberIn = ({ result }: CallAnswer): number =>
  Number(decodeArguments([int256], dataFrom(result, 'number'))[0])

/** The two numbers with which a federation's list begins. */
function creationOf({ beginning }: CutCell): { creationTimeMillis: number; creationBlock: number } {
  const list = RlpReader.beginning(beginning, 'federation')
  return {
    creationTimeMillis: list.number('creationTimeMillis'),
    creationBlock: list.number('creationBlock'),
  }
}
