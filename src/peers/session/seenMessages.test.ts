import { expect, it } from 'vitest'
import { unsignedBytes } from '../../primitives/integers.ts'
import { SeenMessages } from './seenMessages.ts'

it('a message is new once, repeated by who sent it, and known from others', () => {
  const seen = new SeenMessages()
  const message = unsignedBytes(7)
  expect(seen.see(message, 'alice')).toBe('new')
  expect(seen.see(message, 'bob')).toBe('known')
  expect(seen.see(message, 'alice')).toBe('repeated')
  expect(seen.see(message, 'bob')).toBe('repeated')
})

it('the last five thousand messages are remembered', () => {
  const seen = new SeenMessages()
  for (let number = 0; number < 5001; number++) seen.see(unsignedBytes(number), 'alice')
  expect(seen.see(unsignedBytes(1), 'alice')).toBe('repeated')
  expect(seen.see(unsignedBytes(0), 'alice')).toBe('new')
})
