import { bridgeContract } from '../src/bridge/bridgeContract.ts'
import { bridgeMethods } from '../src/bridge/bridgeMethods.ts'
import { callOf, contextOf, inputFor, type Person, person } from '../src/bridge/bridgeWorld.cases.ts'
import { encodeArguments, type PegScenario } from '../src/bridge/pegScenario.cases.ts'
import { keccak256 } from '../src/crypto/keccak256.ts'
import { execute } from '../src/evm/execute.ts'
import { MemoryHost } from '../src/evm/memoryHost.cases.ts'
import { asAddress, concatBytes, emptyBytes } from '../src/primitives/bytes.ts'
import { fromHex } from '../src/primitives/hex.ts'
import { wordBytes } from '../src/primitives/integers.ts'
import { regtest } from '../src/protocol/networks/definitions.ts'
import { rulesAt } from '../src/protocol/networks/rules.ts'
import {
  busyPeg,
  coinCount,
  minedPegin,
  pegoutInputs,
  queuedRequests,
  signaturesBy,
} from './bridge/busyPeg.ts'
import { measured } from './bridge/measured.ts'
import { rawTransactionRows } from './bridge/rawTransactions.ts'
import { searchRows } from './bridge/searchWorst.ts'
import { callGas, gasRow, paidCall, worstGasRows } from './bridge/worstGas.ts'

/*
 * Measures the processor time of a unit of gas: in the methods of a busy Bridge, in the other native contracts and the
 * precompiles with their slowest known inputs, and in plain instructions; and of an output of a raw Bitcoin transaction.
 */

/** Nanoseconds for a unit of gas in a loop of plain instructions. */
function plainGasTime(): number {
  // JUMPDEST PUSH1 1 PUSH1 2 ADD POP PUSH1 0 JUMP
  const bytes = fromHex('5b600160020150600056')
  const code = { bytes, hash: keccak256(bytes) }
  const zeroAddress = asAddress(new Uint8Array(20))
  const host = new MemoryHost({
    chainId: 33,
    number: 1,
    timestamp: 0,
    coinbase: zeroAddress,
    difficulty: 1n,
    gasLimit: 10n ** 9n,
    minimumGasPrice: 0n,
    origin: zeroAddress,
    gasPrice: 0n,
    transactionIndex: 0,
  })
  const gas = 5_000_000
  const message = {
    kind: 'call',
    caller: zeroAddress,
    address: zeroAddress,
    value: 0n,
    data: emptyBytes,
    code,
    gas,
  } as const
  const time = measured(() => execute({ ...message, isStatic: false }, host, rulesAt(regtest, 1)))
  return (time * 1000) / gas
}

interface Task {
  readonly name: string
  readonly from: Person
  readonly input: Uint8Array
  /** The gas of the call; unlimited when absent. */
  readonly availableGas?: number
}

const federator = person('federator1')

/** Every argument is 0 or empty. */
const plainTasks = bridgeMethods.map(({ signature, selector }) => ({
  name: signature,
  from: federator,
  input: concatBytes(selector, new Uint8Array(32 * 9)),
}))

/** A list of 10,000 elements that all begin at the same word. */
const longList = concatBytes(
  wordBytes(32n),
  wordBytes(10_000n),
  ...Array.from({ length: 10_000 }, () => wordBytes(320_000n)),
  wordBytes(0n),
)

function heavyTasks(scenario: PegScenario): Task[] {
  const register = 'registerBtcTransaction(bytes,int256,bytes)'
  const sign = 'addSignature(bytes,bytes[],bytes)'
  return [
    {
      name: `updateCollections: ${queuedRequests} requests, ${coinCount} coins`,
      from: federator,
      input: inputFor('updateCollections()'),
    },
    {
      name: `registerBtcTransaction: a peg-in, ${coinCount} coins`,
      from: federator,
      input: inputFor(register, encodeArguments(...minedPegin(scenario))),
    },
    {
      name: `addSignature: first of ${pegoutInputs} inputs`,
      from: federator,
      input: inputFor(sign, encodeArguments(...signaturesBy(scenario, 'federator1'))),
    },
    {
      name: 'receiveHeaders: 10,000 elements, 23,000 gas',
      from: person('alice'),
      input: inputFor('receiveHeaders(bytes[])', longList),
      availableGas: 23_000,
    },
  ]
}

/** Repeats the same call; its changes are undone after each run. */
function measureTask(
  scenario: PegScenario,
  { from, input, availableGas = Number.POSITIVE_INFINITY }: Task,
): { readonly time: number; readonly gas: number } {
  const { state } = scenario
  const context = contextOf({
    state,
    height: scenario.height + 1,
    sender: from.address,
    publicKey: from.publicKey,
    isLocalCall: true,
  })
  const run = (): void => {
    const mark = state.snapshot()
    paidCall(bridgeContract(context), input, callOf({ caller: from.address }), availableGas)
    state.rollback(mark)
  }
  const mark = state.snapshot()
  const gas = Math.min(bridgeContract(context).gas(input), availableGas)
  state.rollback(mark)
  return { time: measured(run), gas }
}

export async function bench(): Promise<void> {
  const plain = plainGasTime()
  console.log(`\nthe Bridge: plain instructions take ${plain.toFixed(2)} ns per unit of gas`)
  const scenario = busyPeg()
  const bridgeRows = [...heavyTasks(scenario), ...plainTasks].map((task) => {
    const { time, gas } = measureTask(scenario, task)
    return gasRow(`Bridge.${task.name}`, gas, time, task.input.length)
  })
  const rows = [...bridgeRows, ...worstGasRows()]
  rows.sort((a, b) => b['ns/gas'] - a['ns/gas'])
  console.log(
    `worst nanoseconds per gas, with the ${callGas} gas of a CALL and the memory of a block that repeats it`,
  )
  console.table(rows)
  console.log('nanoseconds per gas for the worst of many inputs')
  console.table(searchRows(scenario).slice(0, 25))
  console.log('microseconds of decoderawtransaction for each output')
  console.table(rawTransactionRows())
}

if (process.argv[1] === import.meta.filename) await bench()
