import { cellKey } from '../../native/cellKey.ts'
import { emptyBytes } from '../../primitives/bytes.ts'
import { getOrCreate } from '../../primitives/getOrCreate.ts'
import { unsignedBytes } from '../../primitives/integers.ts'
import { rememberedByObject } from '../../primitives/rememberedByObject.ts'
import { encodeRlp, type RlpValue } from '../../primitives/rlp/encode.ts'
import { RlpReader } from '../../primitives/rlp/reader.ts'
import { type FederationMember, singleKeyMember, sortedMembers } from '../federation/member.ts'
import { bitcoinKeys, formatOf, formatVersions, type PegFederation } from '../federation/pegFederation.ts'
import { type BridgeCell, optionalCell, type SavedWhen } from './cell.ts'
import { number } from './codecs.ts'
import { electionCell } from './election.ts'

/*
 * Every federation has a second cell with the version of its format. If it is absent, members are plain Bitcoin
 * keys; otherwise (RSKIP123) they are lists of three keys.
 */

function federationCell(
  name: string,
  savedWhen: SavedWhen,
  versionWhenAbsent: Uint8Array,
): BridgeCell<PegFederation | undefined> {
  const contentKey = cellKey(name)
  const versionKey = cellKey(`${name}FormatVersion`)
  return {
    name,
    savedWhen,
    read(store) {
      const content = store.read(contentKey)
      if (content.length === 0) return undefined
      const version = store.read(versionKey)
      return decoderOf(version.length === 0 ? undefined : number.decode(version))(content)
    },
    write(store, federation) {
      const isVersioned = store.rules.rskip123
      store.write(contentKey, federation ? encodeFederation(federation, isVersioned) : emptyBytes)
      if (!isVersioned) return
      store.write(
        versionKey,
        federation ? number.encode(formatVersions[federation.format]) : versionWhenAbsent,
      )
    },
    keys: ({ rules }) => (rules.rskip123 ? [contentKey, versionKey] : [contentKey]),
  }
}

const standardVersion = number.encode(formatVersions.standard)

/** The federation that was committed last: it is active or waits for its activation. */
export const newFederation = federationCell('newFederation', 'present', emptyBytes)
/** The federation before the newest. After its removal, its version cell contains the oldest version. */
export const oldFederation = federationCell('oldFederation', 'set', standardVersion)
/** RSKIP419: the federation that won the vote and still has to prove that it can spend. */
export const proposedFederation = federationCell('proposedFederation', 'set', emptyBytes)

type FederationDecoder = (content: Uint8Array) => PegFederation

/** One decoder per version. */
const decoders = new Map<number | undefined, FederationDecoder>()

function decoderOf(version: number | undefined): FederationDecoder {
  return getOrCreate(decoders, version, () =>
    rememberedByObject((content: Uint8Array) => decodeFederation(content, version)),
  )
}

function decodeFederation(content: Uint8Array, version: number | undefined): PegFederation {
  const reader = RlpReader.list(content, 'federation')
  const creationTimeMillis = reader.number('creationTimeMillis')
  const creationBlock = reader.number('creationBlock')
  const list = reader.list('members')
  const members: FederationMember[] = []
  while (!list.done) {
    const member = list.bytes('member')
    members.push(
      version === undefined
        ? singleKeyMember(member)
        : readMember(RlpReader.list(member, 'federation.member')),
    )
  }
  const format = formatOf(version ?? formatVersions.standard)
  return { creationTimeMillis, creationBlock, members: sortedMembers(members), format }
}

/** The content of a federation's cell. A versioned cell contains all keys of the members. */
export function encodeFederation(federation: PegFederation, isVersioned: boolean): Uint8Array {
  const members = isVersioned
    ? federation.members.map((member) => encodeRlp(memberKeys(member)))
    : bitcoinKeys(federation)
  return encodeRlp([
    unsignedBytes(federation.creationTimeMillis),
    unsignedBytes(federation.creationBlock),
    members,
  ])
}

const memberKeys = ({ bitcoinKey, rootstockKey, mstKey }: FederationMember): Uint8Array[] => [
  bitcoinKey,
  rootstockKey,
  mstKey,
]

function readMember(reader: RlpReader): FederationMember {
  return {
    bitcoinKey: reader.bytes('bitcoinKey'),
    rootstockKey: reader.bytes('rootstockKey'),
    mstKey: reader.bytes('mstKey'),
  }
}

/** The members of a federation that authorisers are voting on. */
export type PendingFederation = readonly FederationMember[]

const pendingKey = cellKey('pendingFederation')
const pendingVersionKey = cellKey('pendingFederationFormatVersion')

export const pendingFederation: BridgeCell<PendingFederation | undefined> = {
  name: 'pendingFederation',
  savedWhen: 'set',
  read(store) {
    const content = store.read(pendingKey)
    if (content.length === 0) return undefined
    const isVersioned = store.read(pendingVersionKey).length > 0
    const reader = RlpReader.list(content, 'pendingFederation')
    const members: FederationMember[] = []
    while (!reader.done) {
      members.push(isVersioned ? readMember(reader.list('member')) : singleKeyMember(reader.bytes('member')))
    }
    return sortedMembers(members)
  },
  write(store, members) {
    const isVersioned = store.rules.rskip123
    store.write(pendingKey, members ? encodePending(members, isVersioned) : emptyBytes)
    if (isVersioned) store.write(pendingVersionKey, standardVersion)
  },
  keys: ({ rules }) => (rules.rskip123 ? [pendingKey, pendingVersionKey] : [pendingKey]),
}

/** Unlike those of other federations, the lists of the members' keys are not wrapped in strings. */
function encodePending(members: PendingFederation, isVersioned: boolean): Uint8Array {
  const items: RlpValue[] = sortedMembers(members).map((member) =>
    isVersioned ? memberKeys(member) : member.bitcoinKey,
  )
  return encodeRlp(items)
}

const heightCell = (name: string): BridgeCell<number | undefined> =>
  optionalCell({ name, savedWhen: 'present', codec: number })

/** RSKIP186: the block that committed the active federation. */
export const activeCreationHeight = heightCell('activeFedCreationBlockHeight')

/** RSKIP186: the block that committed the federation which is about to become active. */
export const nextCreationHeight = heightCell('nextFedCreationBlockHeight')

/** RSKIP186: the payment script of the previous federation, by which its late transactions are recognised. */
export const lastRetiredScript = optionalCell<Uint8Array>({
  name: 'lastRetiredFedP2SHScript',
  savedWhen: 'present',
  codec: {
    decode: (bytes) => RlpReader.list(bytes, 'lastRetiredFedP2SHScript').bytes('script'),
    encode: (script) => encodeRlp([script]),
  },
})

export const federationElection = electionCell('federationElection')
