import { keccak256 } from '../crypto/keccak256.ts'
import { type Address, asAddress, emptyBytes, leftPad } from '../primitives/bytes.ts'
import { toBigInt, unsignedBytes } from '../primitives/integers.ts'
import { assemble } from './assembler.cases.ts'
import { type Engine, type ExecuteOptions, execute } from './execute.ts'
import type { Environment } from './host.ts'
import { MemoryHost } from './memoryHost.cases.ts'
import type { ExecutionResult, Message } from './message.ts'
import { defaultCodeSizeLimit, type EvmRules } from './rules.ts'

/** Tests of the machine's behaviour run on each of these engines. */
export const engines: readonly Engine[] = ['reference', 'fast']

type RuleFlags = Omit<EvmRules, 'id' | 'codeSizeLimit'>

const everyRule: RuleFlags = {
  rskip90: true,
  rskip91: true,
  rskip103: true,
  rskip120: true,
  rskip125: true,
  rskip140: true,
  rskip150: true,
  rskip151: true,
  rskip152: true,
  rskip171: true,
  rskip191: true,
  rskip197: true,
  rskip398: true,
  rskip412: true,
  rskip438: true,
  rskip445: true,
  rskip446: true,
  rskip453: true,
  rskip516: true,
  rskip544: true,
}

const withId = (flags: RuleFlags): EvmRules => ({
  ...flags,
  id: JSON.stringify(flags),
  codeSizeLimit: defaultCodeSizeLimit,
})

export const latestRules: EvmRules = withId(everyRule)

/** All rules but the named ones. */
export const rulesWithout = (...names: (keyof RuleFlags)[]): EvmRules =>
  withId({ ...everyRule, ...Object.fromEntries(names.map((name) => [name, false])) })

export const address = (number: number): Address => asAddress(leftPad(unsignedBytes(number), 20))

export const sender = address(0xaaaa)
export const contract = address(0xc0de)

export const environment: Environment = {
  chainId: 33,
  number: 1000,
  timestamp: 1_700_000_000,
  coinbase: address(0xc01),
  difficulty: 7n,
  gasLimit: 6_800_000n,
  minimumGasPrice: 60_000_000n,
  origin: sender,
  gasPrice: 65_000_000n,
  transactionIndex: 3,
}

/** A world with the sender and the contract under test. */
export function newWorld(
  contractCode: Uint8Array | string = emptyBytes,
  overrides: Partial<Environment> = {},
): MemoryHost {
  const host = new MemoryHost({ ...environment, ...overrides })
  host.addBalance(sender, 10n ** 18n)
  deploy(host, contract, contractCode)
  return host
}

export function deploy(host: MemoryHost, at: Address, code: Uint8Array | string, balance = 0n): void {
  host.addBalance(at, balance)
  host.markContract(at)
  host.saveCode(at, typeof code === 'string' ? assemble(code) : code)
}

export interface RunOptions extends ExecuteOptions {
  readonly rules?: EvmRules
  readonly message?: Partial<Message>
}

/** Runs the contract under test. */
export function run(
  host: MemoryHost,
  { rules = latestRules, message, ...options }: RunOptions,
): ExecutionResult {
  const code = host.code(contract) ?? { bytes: emptyBytes, hash: keccak256(emptyBytes) }
  const full: Message = {
    kind: 'call',
    caller: sender,
    address: contract,
    value: 0n,
    data: emptyBytes,
    code,
    gas: 1_000_000,
    isStatic: false,
    ...message,
  }
  return execute(full, host, rules, options)
}

export const initCode = (bytes: Uint8Array) => ({ bytes, hash: keccak256(bytes) })

/** Runs a program in a new world. */
export const runProgram = (
  engine: Engine,
  source: string,
  options: Omit<RunOptions, 'engine'> = {},
): ExecutionResult => run(newWorld(source), { engine, ...options })

/** Runs a program that leaves one word on the stack and returns it. */
export function evaluate(engine: Engine, source: string, options: Omit<RunOptions, 'engine'> = {}): bigint {
  const { status, cause, output } = runProgram(engine, `${source} ${returnTop}`, options)
  if (status !== 'success') throw new Error(`the program ended with ${cause ?? status}`)
  return toBigInt(output)
}

/** Ends a program by returning the word on top of its stack. */
export const returnTop = '0 MSTORE 32 0 RETURN'
