import { keccak256 } from '../../crypto/keccak256.ts'
import { type Address, asHash } from '../../primitives/bytes.ts'
import { toHexDigits } from '../../primitives/hex.ts'
import { wordBytes } from '../../primitives/integers.ts'
import { assemble } from '../assembler.cases.ts'
import type { EngineSession } from '../engine.ts'
import { address, environment, latestRules, sender } from '../evmWorld.cases.ts'
import type { Host } from '../host.ts'
import { run } from '../machine/run.ts'
import { MemoryHost } from '../memoryHost.cases.ts'
import type { ExecutionResult, Message } from '../message.ts'
import { type Precompile, PrecompileFailure } from '../precompiles/precompile.ts'
import type { EvmRules } from '../rules.ts'
import type { Tracer } from '../tracer.ts'
import { Random } from './random.cases.ts'
import { randomProgram } from './randomProgram.cases.ts'

/* Whole executions made from a seed, and all their observable effects. */

export interface Scenario {
  readonly rules: EvmRules
  readonly contracts: readonly { readonly address: Address; readonly code: Uint8Array }[]
  readonly message: Omit<Message, 'code'>
}

const precompileAddress = address(0x100)
const strangerAddress = address(0x7777)
const contractAddresses = [address(0x1001), address(0x1002), address(0x1003)]

/**
 * A contract that rarely fails, because calls that succeed have the most effects. It returns how it was
 * called; the length of the call data decides how it ends.
 */
const steadyContract = {
  address: address(0x1004),
  code: assemble(`
    CALLER 0 MSTORE ADDRESS 32 MSTORE CALLVALUE 64 MSTORE 3 SLOAD 96 MSTORE
    7 CALLDATASIZE MOD
    DUP1 0 EQ @stop JUMPI
    DUP1 4 LT @answer JUMPI
    3 SLOAD ISZERO 3 SSTORE 9 64 0 LOG1
    DUP1 4 EQ @answer JUMPI
    5 EQ @revert JUMPI
    #fe
    stop: STOP
    answer: 128 0 RETURN
    revert: 72 30 REVERT`),
}

function randomGas(random: Random): number {
  switch (random.below(10)) {
    case 0:
      return random.below(3000)
    case 1:
      return random.below(60_000)
    default:
      return 500_000 + random.below(2_000_000)
  }
}

export function randomScenario(seed: number, rules: EvmRules = latestRules): Scenario {
  const random = new Random(seed)
  const steady = steadyContract.address
  const targets = [...contractAddresses, steady, steady, steady, precompileAddress, strangerAddress]
  const programs = contractAddresses.map((address) => ({
    address,
    code: randomProgram(random, targets, rules),
  }))
  const contracts = [...programs, steadyContract]
  return {
    rules,
    contracts,
    message: {
      kind: random.chance(10) ? 'create' : 'call',
      caller: sender,
      address: contractAddresses[0]!,
      value: BigInt(random.below(3)),
      data: random.bytes(random.below(100)),
      gas: randomGas(random),
      isStatic: random.chance(20),
    },
  }
}

/** Returns its input reversed. Fails for an empty input, after it has emitted a log. */
const reverser: Precompile = {
  name: 'reverser',
  maximumInput: 64,
  gas: (input) => 20 + input.length,
  run: (input, { emit }) => {
    emit({
      address: precompileAddress,
      topics: [asHash(wordBytes(BigInt(input.length)))],
      data: input.slice(),
    })
    if (input.length === 0) throw new PrecompileFailure('the input is empty')
    return input.slice().reverse()
  },
}

/** A host that records which storage cells were read and written, rolled back or not. */
class WatchedHost extends MemoryHost {
  readonly touched = new Set<string>()
  readonly written = new Set<string>()

  override storage(address: Address, key: Uint8Array): Uint8Array {
    this.touched.add(`${toHexDigits(address)}:${toHexDigits(key)}`)
    return super.storage(address, key)
  }

  override setStorage(address: Address, key: Uint8Array, value: Uint8Array): void {
    this.written.add(`${toHexDigits(address)}:${toHexDigits(key)}`)
    super.setStorage(address, key, value)
  }

  override noteStorageWrite(address: Address, key: Uint8Array): void {
    this.written.add(`${toHexDigits(address)}:${toHexDigits(key)}`)
    super.noteStorageWrite(address, key)
  }
}

function world({ contracts }: Scenario): WatchedHost {
  const host = new WatchedHost(environment)
  host.setPrecompile(precompileAddress, reverser)
  for (let number = 992; number < 1000; number++)
    host.blockHashes.set(number, keccak256(wordBytes(BigInt(number))))
  host.addBalance(sender, 1000n)
  for (const { address, code } of contracts) {
    host.addBalance(address, 10n)
    host.markContract(address)
    host.saveCode(address, code)
    host.setStorage(address, wordBytes(1n), new Uint8Array([5]))
  }
  host.written.clear()
  return host
}

export interface Outcome {
  readonly result: Omit<ExecutionResult, 'cause'>
  readonly state: ReturnType<MemoryHost['dump']>
  readonly touched: ReadonlySet<string>
  readonly written: readonly string[]
}

/**
 * Runs a scenario in a new world. The outcome has no causes of halts: those of the fast engine are
 * approximate.
 */
export function runScenario(
  scenario: Scenario,
  openSession: (host: Host, rules: EvmRules) => EngineSession,
  tracer?: Tracer,
): Outcome {
  const { contracts, rules, message } = scenario
  const host = world(scenario)
  const { code } = contracts[0]!
  const whole = { ...message, code: { bytes: code, hash: keccak256(code) } }
  const { cause: _, ...result } = run(openSession(host, rules), whole, host, rules, { tracer })
  return { result, state: host.dump(), touched: host.touched, written: [...host.written].sort() }
}
