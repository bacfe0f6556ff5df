import { asHash } from '../../../primitives/bytes.ts'
import { toBigInt } from '../../../primitives/integers.ts'
import * as schema from '../../json/schema.ts'
import { dataOf } from '../../params/data.ts'
import { required } from '../../params/parameter.ts'
import { defineMiningMethod } from '../mnr/miningMethod.ts'

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
