import { asHash } from '../../../primitives/bytes.ts'
import { toHex } from '../../../primitives/hex.ts'
import { toBigInt } from '../../../primitives/integers.ts'
import * as schema from '../../json/schema.ts'
import { dataOf } from '../../params/data.ts'
import { required } from '../../params/parameter.ts'
import { defineMiningMethod } from '../mnr/miningMethod.ts'

/** Rootstock's proof of work has no seed. */
const noSeed = `0x${'0'.repeat(64)}`

export const ethGetWork = defineMiningMethod({
  name: 'eth_getWork',
  summary: 'The work of mnr_getWork as three hashes: the hash to commit to, a zero seed and the target.',
  result: schema.arrayOf(schema.hash),
  cost: 10,
  handler(_, { work }) {
    const { hash, target } = work.getWork()
    return [toHex(hash), noSeed, toHex(target)]
  },
})

/** A Bitcoin header has four bytes for the nonce. */
const bitcoinNonceBytes = 4

export const ethSubmitWork = defineMiningMethod({
  name: 'eth_submitWork',
  summary: 'Submits a nonce for the Bitcoin header of this node’s work; true when the block was accepted.',
  params: [
    required('nonce', dataOf(8)),
    required('headerHash', dataOf(32)),
    required('mixDigest', dataOf(32)),
  ],
  result: schema.boolean,
  cost: 10,
  handler: ([nonce, headerHash], { work }) =>
    work.submitNonce(asHash(headerHash), Number(toBigInt(nonce.subarray(-bitcoinNonceBytes)))),
})
