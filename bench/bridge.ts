import { bridgeContract } from '../src/bridge/bridgeContract.ts'
import { callOf, contextOf, inputFor, type Person, person } from '../src/bridge/bridgeWorld.cases.ts'
import { encodeArguments, type PegScenario } from '../src/bridge/pegScenario.cases.ts'
import {
  busyPeg,
  coinCount,
  minedPegin,
  pegoutInputs,
  queuedRequests,
  signaturesBy,
} from './bridge/busyPeg.ts'
import { measured } from './bridge/measured.ts'
import { searchRows } from './bridge/searchWorst.ts'
import { callGas, gasRow, paidCall, worstGasRows } from './bridge/worstGas.ts'

/*
 * Measures the processor time of a unit of gas in the methods of a busy Bridge, in the other native contracts and in the
 * precompiles, with valid inputs that take long and with those that a search finds.
 */

/** A part of the names of the contracts and methods to measure. */
const { BENCH_ONLY = '' } = process.env

interface Task {
  readonly name: string
  readonly from: Person
  readonly input: Uint8Array
}

const federator = person('federator1')

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
  ]
}

/** Repeats the same call; its changes are undone after each run. */
function measureTask(
  scenario: PegScenario,
  { from, input }: Task,
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
    paidCall(bridgeContract(context), input, callOf({ caller: from.address }))
    state.rollback(mark)
  }
  const mark = state.snapshot()
  const gas = bridgeContract(context).gas(input)
  state.rollback(mark)
  return { time: measured(run), gas }
}

export async function bench(): Promise<void> {
  const scenario = busyPeg()
  const bridgeRows = heavyTasks(scenario).map((task) => {
    const { time, gas } = measureTask(scenario, task)
    return gasRow(`Bridge.${task.name}`, gas, time, task.input.length)
  })
  const rows = [...bridgeRows, ...worstGasRows(BENCH_ONLY)]
  rows.sort((a, b) => b['ns/gas'] - a['ns/gas'])
  console.log(
    `worst nanoseconds per gas, with the ${callGas} gas of a CALL and the memory of a block that repeats it`,
  )
  console.table(rows)
  console.log('nanoseconds per gas for the worst of many inputs')
  console.table(searchRows(scenario, BENCH_ONLY).slice(0, 25))
}
