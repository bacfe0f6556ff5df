import { addressOf, recoverPublicKey } from '../../../crypto/secp256k1.ts'
import { toHex } from '../../../primitives/hex.ts'
import { messageHash } from '../../../wallet/signedMessage.ts'
import { prices } from '../../budget/workPrices.ts'
import { invalidArgument } from '../../errors/errors.ts'
import * as schema from '../../json/schema.ts'
import { defineMethod } from '../../method/method.ts'
import { data } from '../../params/data.ts'
import { argument, expectDevelopment } from '../development/developmentChain.ts'

/** r and s, then v. */
const signatureLength = 65

export const personalEcRecover = defineMethod({
  name: 'personal_ecRecover',
  summary: 'The account that signed a message with personal_sign or eth_sign.',
  params: [argument('message', data), argument('signature', data)],
  result: schema.address,
  cost: 2,
  asks: 'nothing',
  access: 'no-foreign-pages',
  handler([message, signature], { node, work }) {
    expectDevelopment(node)
    work.addDone(message.length * prices.hashedByte)
    if (signature.length !== signatureLength) throw invalidArgument('signature', 'it must have 65 bytes')
    const v = signature[signatureLength - 1]!
    // Hardware wallets write 0 and 1 instead of 27 and 28.
    const recovery = v >= 27 ? v - 27 : v
    const publicKey = recoverPublicKey(messageHash(message), {
      compact: signature.subarray(0, signatureLength - 1),
      recovery,
    })
    if (publicKey === undefined) throw invalidArgument('signature', 'no account can have made it')
    return toHex(addressOf(publicKey))
  },
})
