import { BitcoinError } from '../../../dev/bitcoin/bitcoinError.ts'
import { PegRefusal } from '../../../dev/federation/pegChain.ts'
import type { Peg } from '../../../dev/peg/peg.ts'
import { helperRefused, invalidArgument, wrongType } from '../../errors/errors.ts'
import { isJsonObject } from '../../json/json.ts'
import * as schema from '../../json/schema.ts'
import { type AnyParameters, defineAction, type Method, type PartDefinition } from '../../method/method.ts'
import type { RpcContext } from '../../method/rpcContext.ts'
import type { Codec } from '../../params/parameter.ts'
import { quantity } from '../../params/quantity.ts'
import { named, restricted } from '../development/developmentChain.ts'

/**
 * A method about the peg of a development chain, which changes it unless it says otherwise. What the peg or Bitcoin refuses
 * becomes an answer to the client.
 */
export const definePegMethod = <const Parameters extends AnyParameters = readonly []>(
  definition: PartDefinition<Parameters, Peg, RpcContext>,
): Method =>
  defineAction({
    effect: 'changes-chain',
    ...definition,
    bound: 'own-chain',
    access: 'everyone',
    async handler(params, context) {
      const { peg } = context.node
      if (peg === undefined) {
        throw helperRefused(
          'this chain has no peg: start it with cambium dev --peg or createNode({ peg: true })',
        )
      }
      try {
        return await definition.handler(params, peg, context)
      } catch (error) {
        if (error instanceof PegRefusal || error instanceof BitcoinError) throw helperRefused(error.message)
        throw error
      }
    },
  })

/** All bitcoins that can exist. */
const maximumSatoshis = 21_000_000n * 100_000_000n

export const satoshis = restricted(
  { ...quantity, schema: schema.eitherOf(schema.number, schema.quantity) },
  (amount) => amount >= 1n && amount <= maximumSatoshis,
  `is not from 1 to ${maximumSatoshis}`,
)

/** The members of an object; each may be left out. Throws for members with other names. */
export function members<Values extends { readonly [member: string]: unknown }>(
  codecs: {
    readonly [Member in keyof Values]: Codec<Values[Member]>
  },
): Codec<{ readonly [Member in keyof Values]?: Values[Member] }> {
  const names = Object.keys(codecs)
  return {
    schema: schema.objectWith(Object.fromEntries(names.map((name) => [name, codecs[name]!.schema]))),
    decode(value) {
      if (!isJsonObject(value)) throw wrongType()
      const decoded: { [Member in keyof Values]?: Values[Member] } = {}
      for (const name of Object.keys(value)) {
        if (!names.includes(name)) throw invalidArgument(name, `unknown; known are ${names.join(', ')}`)
      }
      for (const name of names as (keyof Values & string)[]) {
        const member = value[name]
        if (member === undefined || member === null) continue
        decoded[name] = named(name, () => codecs[name].decode(member))
      }
      return decoded
    },
  }
}

/** Throws for a missing member. */
export function needed<T>(name: string, value: T | undefined): T {
  if (value === undefined) throw invalidArgument(name, 'is missing')
  return value
}
