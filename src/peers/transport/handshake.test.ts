import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { RunningKeccak256 } from '../../crypto/runningKeccak256.ts'
import { sharedSecret } from '../../crypto/secp256k1.ts'
import { asciiBytes } from '../../primitives/bytes.ts'
import { DecodeError } from '../../primitives/errors.ts'
import { fromHex, toHexDigits } from '../../primitives/hex.ts'
import { mutations } from '../../primitives/hostileBytes.cases.ts'
import { randomIdentity } from '../identity/keptIdentity.ts'
import { identityOf, publicKeyOfId } from '../identity/nodeIdentity.ts'
import { initiate, respond } from './handshake.ts'
import {
  decodeAck,
  decodeAuth,
  decodeLegacyAuth,
  encodeLegacyAck,
  legacyAuthLength,
  packetLength,
} from './handshakePackets.ts'
import { sessionSecrets } from './sessionSecrets.ts'
import { TransportError } from './transportError.ts'

const vectors = JSON.parse(
  readFileSync(new URL('../../../test/fixtures/vectors/eip8-handshakes.json', import.meta.url), 'utf8'),
)
const partyOf = (text: { privateKey: string; ephemeralKey: string; nonce: string }) => ({
  identity: identityOf(fromHex(text.privateKey)),
  ephemeral: identityOf(fromHex(text.ephemeralKey)),
  nonce: fromHex(text.nonce),
})
const alice = partyOf(vectors.initiator)
const bob = partyOf(vectors.responder)

/** Hostile bytes may only lead to a value or to one of our own errors. */
function outcomeOf(work: () => unknown): string {
  try {
    work()
    return 'accepted'
  } catch (error) {
    if (error instanceof TransportError || error instanceof DecodeError) return 'refused'
    throw error
  }
}

describe('the packets of EIP-8', () => {
  it.each(['version4', 'version56WithMoreFields'])('reads the auth of %s', (name) => {
    const packet = fromHex(vectors.auth[name])
    expect(packetLength(packet, legacyAuthLength)).toBe(packet.length)
    const auth = decodeAuth(packet, bob.identity.privateKey)
    expect(toHexDigits(auth.signature)).toBe(vectors.signature)
    expect(auth.initiatorId).toEqual(alice.identity.id)
    expect(auth.nonce).toEqual(alice.nonce)
    expect(decodeLegacyAuth(packet.subarray(0, legacyAuthLength), bob.identity.privateKey)).toBeUndefined()
  })

  it('reads an auth in the legacy form', () => {
    const auth = decodeLegacyAuth(fromHex(vectors.auth.legacy), bob.identity.privateKey)
    expect(toHexDigits(auth!.signature)).toBe(vectors.signature)
    expect(auth!.initiatorId).toEqual(alice.identity.id)
    expect(auth!.nonce).toEqual(alice.nonce)
  })

  it.each(['version4', 'version57WithMoreFields'])('reads the ack of %s', (name) => {
    const packet = fromHex(vectors.ack[name])
    expect(packetLength(packet, 2)).toBe(packet.length)
    const ack = decodeAck(packet, alice.identity.privateKey)
    expect(ack).toEqual({ ephemeralKey: bob.ephemeral.id, nonce: bob.nonce })
  })

  it('writes an ack in the legacy form as long as the published one', () => {
    const ack = encodeLegacyAck(
      { ephemeralKey: bob.ephemeral.id, nonce: bob.nonce },
      alice.identity.id,
      randomBytes,
    )
    expect(ack.length).toBe(fromHex(vectors.ack.legacy).length)
  })

  it('derives the published secrets from the published packets', () => {
    const { encryptionKey, macKey, ingressSeed } = sessionSecrets(
      {
        ephemeralSecret: sharedSecret(publicKeyOfId(alice.ephemeral.id), bob.ephemeral.privateKey)!,
        initiatorNonce: alice.nonce,
        responderNonce: bob.nonce,
        auth: fromHex(vectors.auth.version4),
        ack: fromHex(vectors.ack.version4),
      },
      'responder',
    )
    const mac = new RunningKeccak256()
    mac.absorb(ingressSeed)
    mac.absorb(asciiBytes('foo'))
    expect({
      encryptionKey: toHexDigits(encryptionKey),
      macKey: toHexDigits(macKey),
      ingressDigestAfterFoo: toHexDigits(mac.digest()),
    }).toEqual(vectors.secretsOfVersion4)
  })
})

describe('the handshake', () => {
  it('recovers the ephemeral key from the published auths of both forms', () => {
    for (const [name, isLegacy] of [
      ['version4', false],
      ['legacy', true],
    ] as const) {
      const packet = fromHex(vectors.auth[name])
      const { privateKey } = bob.identity
      const auth = isLegacy ? decodeLegacyAuth(packet, privateKey)! : decodeAuth(packet, privateKey)
      const draws = [bob.ephemeral.privateKey, bob.nonce]
      const { secrets } = respond(
        bob.identity,
        { auth, packet, isLegacy },
        (length) => draws.shift() ?? randomBytes(length),
      )
      expect(toHexDigits(secrets.macKey)).toBe(vectors.secretsOfVersion4.macKey)
    }
  })

  it('gives both ends the same keys and opposite seeds', () => {
    for (let round = 0; round < 20; round++) {
      const caller = randomIdentity(randomBytes)
      const called = randomIdentity(randomBytes)
      const initiation = initiate(caller, called.id, randomBytes)
      const auth = decodeAuth(initiation.auth, called.privateKey)
      expect(initiation.auth.length).toBeGreaterThanOrEqual(legacyAuthLength)
      const received = { auth, packet: initiation.auth, isLegacy: false }
      const { ack, secrets: theirs } = respond(called, received, randomBytes)
      const ours = initiation.finish(ack)
      expect(ours.encryptionKey).toEqual(theirs.encryptionKey)
      expect(ours.macKey).toEqual(theirs.macKey)
      expect(ours.egressSeed).toEqual(theirs.ingressSeed)
      expect(ours.ingressSeed).toEqual(theirs.egressSeed)
    }
  })

  it('rejects a legacy auth whose announced key did not sign it', () => {
    const auth = decodeLegacyAuth(fromHex(vectors.auth.legacy), bob.identity.privateKey)!
    const received = {
      auth: { ...auth, ephemeralKeyHash: new Uint8Array(32) },
      packet: new Uint8Array(0),
      isLegacy: true,
    }
    expect(() => respond(bob.identity, received, randomBytes)).toThrow(TransportError)
  })

  it('rejects every changed packet', () => {
    const auth = fromHex(vectors.auth.version4)
    const ack = fromHex(vectors.ack.version4)
    fc.assert(
      fc.property(mutations(auth), mutations(ack), (changedAuth, changedAck) => {
        const { privateKey } = bob.identity
        if (toHexDigits(changedAuth) !== vectors.auth.version4) {
          expect(outcomeOf(() => decodeAuth(changedAuth, privateKey))).toBe('refused')
          expect(decodeLegacyAuth(changedAuth.subarray(0, legacyAuthLength), privateKey)).toBeUndefined()
        }
        if (toHexDigits(changedAck) !== vectors.ack.version4) {
          expect(outcomeOf(() => decodeAck(changedAck, alice.identity.privateKey))).toBe('refused')
        }
      }),
      { numRuns: 150 },
    )
  })

  it('rejects authentic packets with invalid fields', () => {
    const nonsense = fc.record({
      signature: fc.uint8Array({ minLength: 65, maxLength: 65 }),
      initiatorId: fc.oneof(fc.uint8Array({ minLength: 64, maxLength: 64 }), fc.constant(alice.identity.id)),
      nonce: fc.uint8Array({ minLength: 32, maxLength: 32 }),
    })
    fc.assert(
      fc.property(nonsense, (auth) => {
        const received = { auth, packet: new Uint8Array(0), isLegacy: false }
        // A random signature may yield a key whose private half is unknown.
        expect(['accepted', 'refused']).toContain(
          outcomeOf(() => respond(bob.identity, received, randomBytes)),
        )
      }),
      { numRuns: 100 },
    )
  })
})
