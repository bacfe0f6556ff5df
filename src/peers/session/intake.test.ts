import { describe, expect, it } from 'vitest'
import { unsignedBytes } from '../../primitives/integers.ts'
import { SeenMessages } from './intake.ts'

describe('seen messages', () => {
  it('report a message as new once per sender', () => {
    const seen = new SeenMessages()
    const message = unsignedBytes(7)
    const senders = ['alice', 'bob', 'alice', 'bob']
    expect(senders.map((sender) => seen.isNew(message, sender))).toEqual([true, true, false, false])
  })

  it('remember the last five thousand messages', () => {
    const seen = new SeenMessages()
    for (let number = 0; number < 5001; number++) seen.isNew(unsignedBytes(number), 'alice')
    expect(seen.isNew(unsignedBytes(1), 'alice')).toBe(false)
    expect(seen.isNew(unsignedBytes(0), 'alice')).toBe(true)
  })

  it('count one message of several senders as several messages', () => {
    const seen = new SeenMessages()
    const message = unsignedBytes(7)
    for (let number = 0; number < 5001; number++) seen.isNew(message, `${number}`)
    expect(seen.isNew(message, '1')).toBe(false)
    expect(seen.isNew(message, '0')).toBe(true)
  })
})
