import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { keccak256 } from '../../src/crypto/keccak256.ts'
import { engines, environment, rulesWithout } from '../../src/evm/evmWorld.cases.ts'
import { type Engine, type ExecuteOptions, execute } from '../../src/evm/execute.ts'
import { EXP_GAS, EXTERNAL_CODE_GAS } from '../../src/evm/gas.ts'
import type { Log } from '../../src/evm/log.ts'
import { MemoryHost } from '../../src/evm/memoryHost.cases.ts'
import type { ExecutionResult } from '../../src/evm/message.ts'
import { opcodeName } from '../../src/evm/opcodes.ts'
import type { Step } from '../../src/evm/tracer.ts'
import { type Address, asAddress, asciiBytes } from '../../src/primitives/bytes.ts'
import { fromHex, toHex, toHexDigits } from '../../src/primitives/hex.ts'
import { unsignedBytes, wordBytes } from '../../src/primitives/integers.ts'

/*
 * The VM tests of Ethereum (2015), if the folder with them exists. They use the first gas schedule, so the test sums the gas
 * that Rootstock charges in addition and subtracts it from the expected remaining gas.
 */

const folder = fileURLToPath(new URL('../../../shared/vectors/VMTests', import.meta.url))

/** Omitted: these make calls or creations, which the vectors only record. */
const makesCalls = new Set([
  'env1',
  'ABAcalls0',
  'ABAcalls1',
  'ABAcalls2',
  'ABAcalls3',
  'ABAcallsSuicide0',
  'ABAcallsSuicide1',
  'CallRecursiveBomb0',
  'CallRecursiveBomb1',
  'CallRecursiveBomb2',
  'CallRecursiveBomb3',
  'CallToNameRegistrator0',
  'CallToPrecompiledContract',
  'CallToReturn1',
  'callcodeToNameRegistrator0',
  'callcodeToReturn1',
  'createNameRegistrator',
  'boolean',
  'RandomTests/201503102037PYTHON.json',
  'RandomTests/201503102148PYTHON.json',
  'RandomTests/201503102300PYTHON.json',
  'RandomTests/201503110050PYTHON.json',
])

/** Run with more gas, because their gas does not pay for Rootstock's more expensive instructions. */
const starved = new Set(['suicide0', 'suicideNotExistingAccount', 'suicideSendEtherToMe'])
const additionalGas = 50_000

/** RSKIP438 charges for init code; the schedule of 2015 did not. */
const rules = rulesWithout('rskip438')

interface Account {
  readonly balance: string
  readonly nonce: string
  readonly code: string
  readonly storage: Readonly<Record<string, string>>
}

interface ExpectedLog {
  readonly address: string
  readonly topics: readonly string[]
  readonly data: string
}

interface VmCase {
  readonly env: Readonly<
    Record<
      'currentCoinbase' | 'currentDifficulty' | 'currentGasLimit' | 'currentNumber' | 'currentTimestamp',
      string
    >
  >
  readonly exec: Readonly<
    Record<'address' | 'caller' | 'code' | 'data' | 'gas' | 'gasPrice' | 'origin' | 'value', string>
  >
  readonly pre: Readonly<Record<string, Account>>
  /** Missing when the execution halts. */
  readonly post?: Readonly<Record<string, Account>>
  readonly gas: string
  readonly out: string
  readonly logs: readonly ExpectedLog[]
}

const number = (text: string): bigint => BigInt(text === '0x' || text === '' ? 0 : text)
const addressFrom = (text: string): Address => asAddress(fromHex(text))

function worldOf({ env, exec, pre }: VmCase): MemoryHost {
  const host = new MemoryHost({
    ...environment,
    number: Number(number(env.currentNumber)),
    timestamp: Number(number(env.currentTimestamp)),
    coinbase: fromHex(env.currentCoinbase),
    difficulty: number(env.currentDifficulty),
    gasLimit: number(env.currentGasLimit),
    origin: fromHex(exec.origin),
    gasPrice: number(exec.gasPrice),
  })
  for (const [text, account] of Object.entries(pre)) {
    const address = addressFrom(text)
    host.addBalance(address, number(account.balance))
    host.setNonce(address, number(account.nonce))
    host.saveCode(address, fromHex(account.code))
    for (const [key, value] of Object.entries(account.storage)) {
      host.setStorage(address, wordBytes(number(key)), unsignedBytes(number(value)))
    }
  }
  const current = host.environment.number
  for (let ancestor = Math.max(0, current - 256); ancestor < current; ancestor++) {
    host.blockHashes.set(ancestor, keccak256(asciiBytes(String(ancestor))))
  }
  return host
}

function executeCase(
  { exec }: VmCase,
  host: MemoryHost,
  gas: number,
  options: ExecuteOptions,
): ExecutionResult {
  const code = fromHex(exec.code)
  return execute(
    {
      kind: 'call',
      caller: addressFrom(exec.caller),
      address: addressFrom(exec.address),
      value: number(exec.value),
      data: fromHex(exec.data),
      code: { bytes: code, hash: keccak256(code) },
      gas,
      isStatic: false,
    },
    host,
    rules,
    options,
  )
}

/** What the first schedule charged for the instructions that Rootstock charges more for. */
function firstCost({ opcode, stack, cost }: Step): number {
  switch (opcodeName(opcode)) {
    case 'EXP': {
      const exponent = stack[stack.length - 2]!
      return EXP_GAS + 10 * unsignedBytes(exponent).length
    }
    case 'BALANCE':
    case 'EXTCODESIZE':
      return 20
    case 'EXTCODECOPY':
      return cost - EXTERNAL_CODE_GAS + 20
    case 'SLOAD':
      return 50
    case 'SELFDESTRUCT':
      return 0
    default:
      return cost
  }
}

interface Run {
  readonly host: MemoryHost
  readonly result: ExecutionResult
  /** How much more the case costs on Rootstock. */
  readonly repricing: number
}

function runInReference(vmCase: VmCase, gas: number): Run {
  const host = worldOf(vmCase)
  let repricing = 0
  const step = (step: Step): void => {
    repricing += step.cost - firstCost(step)
  }
  const result = executeCase(vmCase, host, gas, { engine: 'reference', tracer: { step } })
  return { host, result, repricing }
}

const referenceRuns = new Map<VmCase, Run>()

function runCase(vmCase: VmCase, gas: number, engine: Engine): Run {
  const reference = referenceRuns.get(vmCase) ?? runInReference(vmCase, gas)
  referenceRuns.set(vmCase, reference)
  if (engine === 'reference') return reference
  const host = worldOf(vmCase)
  return { host, result: executeCase(vmCase, host, gas, { engine }), repricing: reference.repricing }
}

const describeLog = ({ address, topics, data }: Log): ExpectedLog => ({
  address: toHexDigits(address),
  topics: topics.map(toHexDigits),
  data: toHex(data),
})

const describeStorage = ({ storage }: Account): Record<string, string> =>
  Object.fromEntries(
    Object.entries(storage).map(([key, value]) => [
      toHexDigits(wordBytes(number(key))),
      toHexDigits(unsignedBytes(number(value))),
    ]),
  )

function check(name: string, vmCase: VmCase, engine: Engine): void {
  const additional = starved.has(name) ? additionalGas : 0
  const gas = Number(number(vmCase.exec.gas)) + additional
  const { host, result, repricing } = runCase(vmCase, gas, engine)
  const { status, cause, gasLeft, output, logs } = result
  if (vmCase.post === undefined) {
    expect(status, name).toBe('halt')
    return
  }
  expect(cause, name).toBe(undefined)
  expect(gasLeft, name).toBe(Number(number(vmCase.gas)) + additional - repricing)
  expect(toHex(output), name).toBe(vmCase.out)
  expect(logs.map(describeLog), name).toEqual(
    vmCase.logs.map(({ address, topics, data }) => ({ address, topics, data })),
  )
  const world = host.dump()
  for (const [address, account] of Object.entries(vmCase.post)) {
    expect(world[address]?.storage ?? {}, name).toEqual(describeStorage(account))
  }
}

if (!existsSync(folder)) console.log(`the VM tests are skipped: ${folder} does not exist`)
const files = existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: 'utf8' }) : []

const cases = new Map<string, Record<string, VmCase>>(
  files
    .filter((file) => file.endsWith('.json'))
    .map((file) => [file, JSON.parse(readFileSync(`${folder}/${file}`, 'utf8'))]),
)

describe.skipIf(cases.size === 0).each(engines)(
  'the VM tests on the %s engine',
  { timeout: 600_000 },
  (engine) => {
    it.each([...cases])('%s', (file, casesOfFile) => {
      for (const [name, vmCase] of Object.entries(casesOfFile)) {
        // All cases of the random tests have the same name.
        const id = name === 'randomVMtest' ? file : name
        if (!makesCalls.has(id)) check(id, vmCase, engine)
      }
    })
  },
)
