import { SimulatedBitcoin } from './simulatedBitcoin.ts'

/** A moment at which tests begin: 1 January 2026. */
export const testTime = 1_767_225_600

/** A simulation with a clock that stands still until it is moved. */
export function openBitcoin() {
  const clock = { seconds: testTime }
  const bitcoin = new SimulatedBitcoin({ now: () => clock.seconds })
  return { bitcoin, clock }
}

/** The same with spendable coins of the wallet. */
export async function openFundedBitcoin() {
  const opened = openBitcoin()
  await opened.bitcoin.generate(110)
  return opened
}
