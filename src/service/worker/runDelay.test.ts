import { expect, it } from 'vitest'
import { openRunDelay } from './runDelay.ts'

it('the time for which a thread has waited for a processor never falls, and is not longer than the thread has lived', () => {
  const delayMs = openRunDelay()
  let last = 0
  for (let count = 0; count < 100; count++) {
    const delay = delayMs()
    expect(delay).toBeGreaterThanOrEqual(last)
    last = delay
  }
  expect(last).toBeLessThanOrEqual(process.uptime() * 1000)
})
