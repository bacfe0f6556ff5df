import { describe, expect, it } from 'vitest'
import { circumstances } from './announcement.ts'
import { Endings } from './endings.ts'
import { listeningProblem } from './listeningProblem.ts'
import { textLogger } from './openLogs.ts'

describe('textLogger', () => {
  const logged = (log: (logger: ReturnType<typeof textLogger>) => void): string[] => {
    const lines: string[] = []
    log(textLogger({ level: () => 'info', now: () => 0, write: (line) => void lines.push(line) }))
    return lines
  }

  it('writes a line per event with its fields', () => {
    const lines = logged((logger) =>
      logger.log('warn', 'listening', { host: '::1', port: 80, key: undefined }),
    )
    expect(lines).toEqual(['1970-01-01T00:00:00.000Z warn  listening host=::1 port=80'])
  })

  it('quotes fields with spaces, newlines and control characters', () => {
    const lines = logged((logger) => logger.log('info', 'failed', { reason: 'a b\nc=d\x1b[2J' }))
    expect(lines).toEqual(['1970-01-01T00:00:00.000Z info  failed reason="a b\\nc=d\\u001b[2J"'])
  })

  it('omits events below its level', () => {
    expect(logged((logger) => logger.log('debug', 'answered'))).toEqual([])
  })
})

describe('listeningProblem', () => {
  const place = { host: '10.0.0.1', port: 80, hostFlag: '--host', portFlag: '--port' }
  const failure = (code: string, syscall = 'listen') => Object.assign(new Error(code), { code, syscall })

  it.each([
    [
      'EADDRINUSE',
      'port 80 of 10.0.0.1 is taken: stop the program that uses it, or choose another with --port',
    ],
    ['EACCES', 'this user may not listen on port 80 of 10.0.0.1'],
    ['EADDRNOTAVAIL', '10.0.0.1 is not an address of this machine: choose another with --host'],
    ['ENOTFOUND', '10.0.0.1 is an unknown host name'],
    ['EWHATEVER', 'cannot listen on port 80 of 10.0.0.1: EWHATEVER'],
  ])('explains %s', (code, message) => {
    expect(listeningProblem(failure(code), place)).toContain(message)
  })

  it('returns undefined for errors of another kind', () => {
    expect(listeningProblem(failure('EACCES', 'open'), place)).toBeUndefined()
    expect(listeningProblem(new Error('broken'), place)).toBeUndefined()
  })
})

describe('the announcement', () => {
  const gateway = {
    networks: [],
    access: 'keys',
    dataFolder: null,
    explorer: [],
    metrics: [],
    admin: null,
  } as const

  it('says where keys are made: in the folder, or in the shared state of a gateway', () => {
    const text = circumstances(gateway).join('\n')
    expect(text).toContain('cambium keys create --label NAME --shared URL creates one.')
    expect(text).not.toMatch(/null|memory/)
    expect(circumstances({ ...gateway, dataFolder: '/d' }).join('\n')).toContain('--data /d creates one')
  })
})

describe('Endings', () => {
  it('runs all functions in reverse order and throws the first error', async () => {
    const order: string[] = []
    const endings = new Endings()
    endings.add(() => void order.push('first'))
    endings.add(() => {
      order.push('second')
      throw new Error('second')
    })
    endings.add(async () => {
      order.push('third')
      throw new Error('third')
    })
    await expect(endings.run()).rejects.toThrow('third')
    expect(order).toEqual(['third', 'second', 'first'])
    await endings.run()
    expect(order).toHaveLength(3)
  })
})
