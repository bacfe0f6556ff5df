import { describe, expect, it } from 'vitest'
import { inheritedSocket } from './inheritedSocket.ts'

describe('a socket that systemd hands over', () => {
  it('is the descriptor after those of standard streams, for the process that it is meant for', () => {
    expect(inheritedSocket({ LISTEN_PID: '7', LISTEN_FDS: '1' }, 7)).toBe(3)
    expect(inheritedSocket({ LISTEN_PID: '6', LISTEN_FDS: '1' }, 7)).toBeUndefined()
    expect(inheritedSocket({ LISTEN_PID: '7' }, 7)).toBeUndefined()
    expect(inheritedSocket({}, 7)).toBeUndefined()
  })

  it('is refused when there are several', () => {
    expect(() => inheritedSocket({ LISTEN_PID: '7', LISTEN_FDS: '2' }, 7)).toThrow('hands over 2 sockets')
  })
})
