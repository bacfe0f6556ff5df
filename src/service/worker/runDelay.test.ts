import { expect, it } from 'vitest'
import { openRunDelay } from './runDelay.ts'

it('the run-queue delay of a thread never decreases, and does not exceed the age of the thread', () => {
  const delayMs = openRunDelay()
  let last = 0
  for (let count = 0; count < 100; count++) {
    const delay = delayMs()
    expect(delay).toBeGreaterThanOrEqual(last)
    last = delay
  }
  expect(last).toBeLessThanOrEqual(process.uptime() * 1000)
})
