import { type Address, asAddress } from '../../../primitives/bytes.ts'
import { fromHex } from '../../../primitives/hex.ts'
import { invalidAccountLength, unreadable } from '../../errors/errors.ts'
import * as schema from '../../json/schema.ts'
import { defineMethod } from '../../method/method.ts'
import { type Codec, required } from '../../params/parameter.ts'
import { hexDigitsOf, text } from '../../params/text.ts'

const addressDigits = 40

/** An address of exactly 40 digits, with or without `0x`. */
const account: Codec<Address> = {
  schema: schema.address,
  decode(value) {
    const digits = hexDigitsOf(text.decode(value))
    if (digits === undefined) throw unreadable('the address is not hex')
    if (digits.length !== addressDigits) throw invalidAccountLength(digits.length)
    return asAddress(fromHex(digits))
  },
}

export const debugAccountTransactionQuota = defineMethod({
  name: 'debug_accountTransactionQuota',
  summary: 'The virtual gas that the pool still accepts from an account; null where the pool has no quotas.',
  params: [required('address', account)],
  result: schema.nullable(schema.objectOf({ timestamp: schema.number, availableVirtualGas: schema.number })),
  effect: 'asks-node',
  access: 'everyone',
  handler([address], { node: { pool } }) {
    const quota = pool.quotaOf(address)
    if (quota === undefined) return null
    return { timestamp: quota.timestampMs, availableVirtualGas: quota.availableVirtualGas }
  },
})
