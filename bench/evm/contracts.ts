import { type Address, asAddress, concatBytes } from '../../src/primitives/bytes.ts'
import { fromHex } from '../../src/primitives/hex.ts'
import { toBigInt, wordBytes } from '../../src/primitives/integers.ts'
import compiledJson from './contracts/compiled.json' with { type: 'json' }

interface Compiled {
  readonly contracts: Readonly<
    Record<string, { readonly selectors: Readonly<Record<string, string>>; readonly code: string }>
  >
}

/** A contract in the state of every engine. */
export interface Contract {
  readonly name: string
  readonly address: Address
  readonly code: Uint8Array
  /** Encodes call data for the function with this signature. */
  readonly encode: (signature: string, ...words: readonly (bigint | number | Uint8Array)[]) => Uint8Array
}

const { contracts: compiled }: Compiled = compiledJson

export const contracts: ReadonlyMap<string, Contract> = new Map(
  Object.entries(compiled).map(([name, { selectors, code }], index) => [
    name,
    {
      name,
      address: asAddress(new Uint8Array(20).fill(0xc0 + index)),
      code: fromHex(`0x${code}`),
      encode: (signature, ...words) => {
        const selector = selectors[signature]
        if (selector === undefined) throw new Error(`${name} has no function ${signature}`)
        return concatBytes(fromHex(`0x${selector}`), ...words.map(argument))
      },
    },
  ]),
)

const argument = (value: bigint | number | Uint8Array): Uint8Array =>
  wordBytes(value instanceof Uint8Array ? toBigInt(value) : BigInt(value))
