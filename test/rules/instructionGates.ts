import { emptyKeccak, keccak256 } from '../../src/crypto/keccak256.ts'
import { assemble } from '../../src/evm/assembler.cases.ts'
import { createdAddress } from '../../src/evm/contractAddress.ts'
import { address } from '../../src/evm/evmWorld.cases.ts'
import { call, keep } from '../../src/evm/phrases.cases.ts'
import { contractAddress, deploy } from '../../src/execution/executionWorld.cases.ts'
import { concatBytes, emptyBytes } from '../../src/primitives/bytes.ts'
import { toHexDigits } from '../../src/primitives/hex.ts'
import { toBigInt } from '../../src/primitives/integers.ts'
import { bridgeAddress } from '../../src/protocol/addresses.ts'
import { mainnet } from '../../src/protocol/networks/definitions.ts'
import type { State } from '../../src/state/state.ts'
import { executeAt, wordAt } from './executionAt.ts'
import { type Gate, gate } from './gate.ts'

/* Rules of instructions, calls and creations. */

const network = mainnet
const identity = 4
const created = createdAddress(contractAddress, 0n)
const createdWord = toBigInt(created)
const other = address(0x1111)

interface Program {
  readonly rule: Gate['rule']
  readonly shows: string
  readonly program: string
  /** The word that the program leaves on the stack, or the status it ends with. */
  readonly before: bigint | 'halt' | 'unprocessable'
  readonly at: bigint | 'halt'
  readonly prepare?: (state: State) => void
}

const programGate = ({ program, prepare, ...row }: Program): Gate =>
  gate<bigint | string>({ ...row, network, probe: (moment) => wordAt(moment, program, prepare) })

/** An instruction that the rule introduces; before, it halts the frame. */
const instruction = (rule: Gate['rule'], program: string, result: bigint): Program => ({
  rule,
  shows: `${program} leaves ${result}`,
  program,
  before: 'halt',
  at: result,
})

/** Creates a contract from at most 32 bytes of init code and leaves its address. */
function creation(initCode: string): string {
  const code = assemble(initCode)
  const push = `#${(0x5f + code.length).toString(16)}${toHexDigits(code)}`
  return `${push} 0 MSTORE ${code.length} ${32 - code.length} 0 CREATE`
}

/** The address of CREATE2 without salt and init code. */
const saltless = toBigInt(
  keccak256(
    concatBytes(Uint8Array.of(0xff), contractAddress, new Uint8Array(32), keccak256(emptyBytes)),
  ).subarray(12),
)

const precompileGates: readonly Program[] = [
  {
    rule: 'rskip90',
    shows: 'EXTCODESIZE of a precompile is 2^256 - 1',
    program: `${identity} EXTCODESIZE`,
    before: 0n,
    at: 2n ** 256n - 1n,
  },
  {
    rule: 'rskip90',
    shows: 'output of a precompile becomes return data',
    program: `${call('CALL', identity, { input: [0, 32] })} POP RETURNDATASIZE`,
    before: 0n,
    at: 32n,
  },
  {
    rule: 'rskip150',
    shows: 'output of a precompile is cut to the space for it',
    program: `${call('CALL', identity, { input: [0, 64], output: [64, 0] })} POP MSIZE`,
    before: 128n,
    at: 64n,
  },
  {
    rule: 'rskip197',
    shows: 'a precompile that fails makes its call fail instead of the calling frame',
    // The Bridge has no method with the selector 00000000.
    program: call('CALL', toBigInt(bridgeAddress), { input: [0, 4] }),
    before: 'halt',
    at: 0n,
  },
  {
    rule: 'rskip197',
    shows: 'a wrong bn128 point is a failure instead of empty output',
    program: `1 ${keep(0)} ${call('CALL', 6, { input: [0, 128] })}`,
    before: 1n,
    at: 0n,
  },
  {
    rule: 'rskip516',
    shows: 'input of a precompile is cut to its maximum',
    program: `${call('CALL', 1, { input: [0, 1024] })} POP MSIZE`,
    before: 1024n,
    at: 128n,
  },
]

const callGates: readonly Program[] = [
  instruction('rskip91', `0 0 0 0 0 ${identity} 1000 STATICCALL`, 1n),
  {
    rule: 'rskip91',
    shows: 'a static frame may not write',
    program: `0 0 0 0 0 ${toBigInt(other)} 50000 STATICCALL`,
    before: 'halt',
    at: 0n,
    prepare: (state) => deploy(state, other, '1 1 SSTORE'),
  },
  {
    rule: 'rskip103',
    shows: 'STATICCALL takes six stack items instead of seven',
    program: `0 0 0 0 ${identity} 1000 STATICCALL`,
    // Six items in the outermost frame break the reference node, so no block holds such a transaction.
    before: 'unprocessable',
    at: 1n,
  },
  {
    rule: 'rskip150',
    shows: '401 frames are open at most, instead of 1025',
    // Calls itself as deep as it can and returns the number of frames.
    program: `${call('CALL', toBigInt(contractAddress), { output: [0, 32] })} POP 0 MLOAD 1 ADD`,
    before: 1025n,
    at: 401n,
  },
  {
    rule: 'rskip150',
    shows: 'gas for a call with value is limited instead of overflowing 64 bits',
    program: call('CALL', toBigInt(other), { gas: 2n ** 63n - 1n, value: 1 }),
    before: 'halt',
    at: 1n,
    prepare: (state) => state.addBalance(contractAddress, 1n),
  },
  {
    rule: 'rskip171',
    shows: 'a call that runs no frame clears the return data',
    program: `${call('CALL', identity, { input: [0, 32] })} ${call('CALL', 0x5555)} RETURNDATASIZE`,
    before: 32n,
    at: 0n,
  },
]

const creationGates: readonly Program[] = [
  instruction('rskip125', '0 0 0 0 CREATE2', saltless),
  {
    rule: 'rskip125',
    shows: 'a creation at an address with code uses all gas',
    program: creation('STOP'),
    before: createdWord,
    at: 'halt',
    prepare: (state) => deploy(state, created, 'STOP'),
  },
  {
    rule: 'rskip438',
    shows: 'CREATE with more than 49,152 bytes of init code halts',
    program: '49153 0 0 CREATE',
    before: createdWord,
    at: 'halt',
  },
  {
    rule: 'rskip453',
    shows: 'a creation whose code is too long uses all gas',
    program: creation('24577 0 RETURN'),
    before: createdWord,
    at: 'halt',
  },
  {
    rule: 'rskip544',
    shows: 'a creation of code that starts with 0xEF uses all gas',
    program: creation('239 0 MSTORE8 1 0 RETURN'),
    before: createdWord,
    at: 'halt',
  },
]

const singleGates: readonly Program[] = [
  instruction('rskip120', '1 1 SHL', 2n),
  instruction('rskip140', 'CALLER EXTCODEHASH', toBigInt(emptyKeccak)),
  instruction('rskip151', 'SELFBALANCE', 0n),
  instruction('rskip152', 'CHAINID', 30n),
  {
    rule: 'rskip169',
    shows: 'EXTCODEHASH of a contract without code is the hash of empty bytes',
    program: `${toBigInt(other)} EXTCODEHASH`,
    before: 0n,
    at: toBigInt(emptyKeccak),
    prepare: (state) => {
      state.createAccount(other, { keepBalance: false })
      state.markContract(other)
    },
  },
  {
    rule: 'rskip191',
    shows: 'TXINDEX becomes invalid',
    program: 'TXINDEX',
    before: 0n,
    at: 'halt',
  },
  {
    rule: 'rskip191',
    shows: 'DUPN becomes invalid',
    // It skips the byte after it.
    program: '9 8 1 DUPN #00',
    before: 9n,
    at: 'halt',
  },
  {
    rule: 'rskip191',
    shows: 'SWAPN becomes invalid',
    program: '9 8 0 SWAPN #00',
    before: 9n,
    at: 'halt',
  },
  instruction('rskip398', 'PUSH0', 0n),
  instruction('rskip412', 'BASEFEE', 7n),
  instruction('rskip445', `258 ${keep(0)} 2 30 0 MCOPY 0 MLOAD 240 SHR`, 258n),
  instruction('rskip446', '5 1 TSTORE 1 TLOAD', 5n),
]

export const instructionGates: readonly Gate[] = [
  ...[...singleGates, ...callGates, ...precompileGates, ...creationGates].map(programGate),
  gate({
    rule: 'rskip125',
    network,
    shows: 'a contract made by a contract starts with nonce 1',
    before: 0n,
    at: 1n,
    probe: (moment) => {
      const prepare = (state: State): void => deploy(state, contractAddress, creation('STOP'))
      return executeAt(moment, {}, prepare).state.nonce(created)
    },
  }),
]
