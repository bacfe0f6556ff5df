import { randomBytes } from 'node:crypto'
import { ECIES } from '@ethereumjs/devp2p'
import { describe, expect, it } from 'vitest'
import { concatBytes } from '../../primitives/bytes.ts'
import { randomIdentity } from '../identity/keptIdentity.ts'
import type { NodeIdentity } from '../identity/nodeIdentity.ts'
import { FrameReader } from './frameReader.ts'
import { FrameWriter } from './frameWriter.ts'
import { initiate, respond } from './handshake.ts'
import { decodeAuth, decodeLegacyAuth, legacyAuthLength } from './handshakePackets.ts'
import type { SessionSecrets } from './sessionSecrets.ts'

/** Another implementation, which interoperates with the reference node in both directions. */
class PeerOfDevp2p extends ECIES {
  constructor(identity: NodeIdentity, remoteId: Uint8Array, isEip8 = true) {
    super(identity.privateKey, identity.id, remoteId)
    this._gotEIP8Auth = isEip8
    this._gotEIP8Ack = isEip8
  }

  write(code: number, payload: Uint8Array): Uint8Array {
    const body = concatBytes(Uint8Array.of(code === 0 ? 0x80 : code), payload)
    return concatBytes(this.createBlockHeader(body.length)!, this.createBody(body)!)
  }

  read(frame: Uint8Array): { code: number; payload: Uint8Array } {
    this.parseHeader(frame.subarray(0, 32))
    const body = this.parseBody(frame.subarray(32))!
    return { code: body[0] === 0x80 ? 0 : body[0]!, payload: body.subarray(1) }
  }
}

const ours = randomIdentity(randomBytes)
const theirs = randomIdentity(randomBytes)

/** Several messages in both directions, because keystreams and MACs continue from frame to frame. */
function expectConversation(oracle: PeerOfDevp2p, secrets: SessionSecrets): void {
  const writer = new FrameWriter(secrets)
  const reader = new FrameReader(secrets)
  for (const [code, length] of [
    [0x00, 120],
    [0x02, 1],
    [0x10, 15],
    [0x18, 16],
    [0x18, 3_000],
  ] as const) {
    const payload = Uint8Array.from(randomBytes(length))
    expect(oracle.read(writer.write(code, payload))).toEqual({ code, payload })
    reader.push(oracle.write(code, payload))
    expect(reader.next()).toEqual({ code, payload })
  }
}

describe('against @ethereumjs/devp2p', () => {
  it('completes a handshake that we initiate', () => {
    const initiation = initiate(ours, theirs.id, randomBytes)
    const oracle = new PeerOfDevp2p(theirs, ours.id)
    oracle.parseAuthEIP8(initiation.auth)
    expectConversation(oracle, initiation.finish(oracle.createAckEIP8()!))
  })

  it('completes a handshake that it initiates', () => {
    const oracle = new PeerOfDevp2p(theirs, ours.id)
    const packet = oracle.createAuthEIP8()!
    const auth = decodeAuth(packet, ours.privateKey)
    expect(auth.initiatorId).toEqual(theirs.id)
    const { ack, secrets } = respond(ours, { auth, packet, isLegacy: false }, randomBytes)
    oracle.parseAckEIP8(ack)
    expectConversation(oracle, secrets)
  })

  it('completes a handshake that it initiates in the legacy form', () => {
    let oracle = new PeerOfDevp2p(theirs, ours.id, false)
    let packet = oracle.createAuthNonEIP8()!
    // The library does not pad the numbers of its signature, so one of them may be too short.
    while (packet.length !== legacyAuthLength) {
      oracle = new PeerOfDevp2p(theirs, ours.id, false)
      packet = oracle.createAuthNonEIP8()!
    }
    const auth = decodeLegacyAuth(packet, ours.privateKey)!
    const { ack, secrets } = respond(ours, { auth, packet, isLegacy: true }, randomBytes)
    oracle.parseAckPlain(ack)
    expectConversation(oracle, secrets)
  })
})
