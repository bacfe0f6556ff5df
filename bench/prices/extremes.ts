import { assemble } from '../../src/evm/assembler.cases.ts'
import { toHex } from '../../src/primitives/hex.ts'

/** A call that repeats some instructions until its gas is nearly used. */
export interface Extreme {
  readonly title: string
  /** Init code. Programs of other rounds touch other cells and accounts. */
  readonly program: (round: number) => string
}

/** More than any repetition needs: one that fails would use up all gas. */
const gasKept = 0x40000

const repeated = (body: string, before = ''): string =>
  toHex(assemble(`${before} loop: ${body} ${gasKept} GAS GT @loop JUMPI STOP`))

const extreme = (title: string, body: string, before?: string): Extreme => ({
  title,
  program: () => repeated(body, before),
})

/** `SALT` is a word of 16 bytes that differs in each round; a sum with GAS differs in each repetition, too. */
const fresh = (title: string, body: string, before = ''): Extreme => ({
  title,
  program: (round) => {
    const salt = `#6f${(0x1234567 + round).toString(16).padStart(12, '9')}${'00'.repeat(10)} GAS ADD`
    return repeated(body.replaceAll('SALT', salt), before)
  },
})

const call = (address: number, input: number, output = 0): string =>
  `${output} 0 ${input} 0 0 ${address} GAS CALL POP`

/** Stores init code of a few bytes at 0 in memory. */
const initCode = (code: Uint8Array): string =>
  `#${(0x5f + code.length).toString(16)}${toHex(code).slice(2)} 0 MSTORE`
const create = (code: Uint8Array): string => `${code.length} ${32 - code.length} 0 CREATE POP`

const empty = assemble('0 0 RETURN')
const large = assemble('1024 0 RETURN')
const storing = assemble('1 GAS SSTORE 1 GAS SSTORE 1 GAS SSTORE 1 GAS SSTORE')

/** A valid one, with its message. */
const signature = `
  #7f456e9aea5e197a1f1af7a3e85a3212fa4049a3ba34c2289b4c860fc0b0c64ef3 0 MSTORE
  28 32 MSTORE
  #7f9242685bf161793cc25603c231bc2f568eb630ea16aa137d2664ac8038825608 64 MSTORE
  #7f4f8ae3bd7535248d0bd448298cc2e2071e56992d0774dc340c368ae950852ada 96 MSTORE`

/** Each group of instructions with the operands that take longest for their gas, and those that take least. */
export const extremes: readonly Extreme[] = [
  extreme('a jump', ''),
  { title: 'out of gas', program: () => toHex(assemble('loop: @loop JUMP')) },
  { title: 'logs, then out of gas', program: () => toHex(assemble('loop: 0 0 LOG0 @loop JUMP')) },
  extreme('a product modulo', 'DUP3 DUP3 DUP3 MULMOD POP', '0 NOT 3 NOT 5 NOT'),
  extreme('a quotient', 'DUP2 DUP2 SDIV POP', '#6fffffffffffffffffffffffffffffffff 3 NOT'),
  extreme('a power', 'DUP2 DUP2 EXP POP', '0 NOT 2 NOT'),
  extreme('a hash of 32 bytes', '32 GAS 0 MSTORE 0 SHA3 POP'),
  extreme('a hash of 136 bytes', '136 0 SHA3 POP', '1 256 MSTORE'),
  extreme('a hash of 64 KiB', '65536 0 SHA3 POP', '1 65536 MSTORE'),
  extreme('a copy of 64 KiB', '65536 0 32 CODECOPY', '1 65600 MSTORE'),
  extreme('a copy within memory', '65536 0 32 MCOPY', '1 65600 MSTORE'),
  extreme('a log', '0 0 LOG0'),
  extreme('a log of 4 equal topics', '1 1 1 1 0 0 LOG4'),
  extreme('a log of 4 topics', 'GAS GAS GAS GAS 0 0 LOG4'),
  extreme('a log of 1 topic and 32 bytes', 'GAS 32 0 LOG1'),
  extreme('a log of 1 KiB', '1024 0 LOG0', '1 1024 MSTORE'),
  extreme('a log of 64 KiB', '65536 0 LOG0', '1 65536 MSTORE'),
  extreme('a cell written', 'GAS 1 SSTORE'),
  extreme('a cell set and cleared', '1 1 SSTORE 0 1 SSTORE'),
  fresh('cells written', '1 SALT SSTORE'),
  fresh('cells written with their value', '0 SALT SSTORE'),
  extreme('a cell read', '1 SLOAD POP'),
  fresh('cells read', 'SALT SLOAD POP'),
  fresh('transient cells written', '1 SALT TSTORE'),
  extreme('a transient cell read', '1 TLOAD POP'),
  fresh('balances', 'SALT BALANCE POP'),
  fresh('sizes of code', 'SALT EXTCODESIZE POP'),
  fresh('hashes of code', 'SALT EXTCODEHASH POP'),
  extreme('a hash of a block', '1 NUMBER SUB BLOCKHASH POP'),
  extreme('a call of an account', call(1000, 0)),
  fresh('calls of new accounts', '0 0 0 0 0 SALT GAS CALL POP'),
  fresh('static calls of new accounts', '0 0 0 0 SALT GAS STATICCALL POP'),
  extreme('a creation', '0 0 0 CREATE POP'),
  extreme('a creation of 1 KiB', create(large), initCode(large)),
  extreme('a creation without code', create(empty), initCode(empty)),
  extreme('a creation with 4 cells', create(storing), initCode(storing)),
  extreme('init code of 48 KiB', '49152 0 0 CREATE POP', '1 49152 MSTORE'),
  { title: 'memory', program: () => toHex(assemble('1 1400000 MSTORE STOP')) },
  extreme('ecrecover', call(1, 128), signature),
  extreme('sha256 of 64 KiB', call(2, 65536), '1 65536 MSTORE'),
  extreme('ripemd160 of 64 KiB', call(3, 65536), '1 65536 MSTORE'),
  extreme('identity of 64 KiB', call(4, 65536, 65536), '1 65536 MSTORE'),
  extreme('a sum on bn254', call(6, 128), '1 0 MSTORE 2 32 MSTORE 1 64 MSTORE 2 96 MSTORE'),
  extreme('a product on bn254', call(7, 96), '1 0 MSTORE 2 32 MSTORE 0 NOT 64 MSTORE'),
]
