import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { ConfigurationError } from './configurationError.ts'
import { localSchedule } from './localSchedule.ts'

function scheduleFile(text: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'cambium-schedule-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const path = join(folder, 'heights.json')
  writeFileSync(path, text)
  return path
}

const scheduleOf = (text: string | undefined, ...upgrade: string[]) =>
  localSchedule({ upgrades: text === undefined ? undefined : scheduleFile(text), upgrade })

describe('the schedule of the local chain', () => {
  it('is undefined when no height is given', () => {
    expect(localSchedule({ upgrades: undefined, upgrade: undefined })).toBeUndefined()
    expect(scheduleOf(undefined)).toBeUndefined()
  })

  it('is that of the file, with single entries that take precedence', () => {
    const file = '{"upgrades": {"iris300": 3, "hop400": 9}, "rules": {"rskip97": "iris300"}}'
    expect(scheduleOf(file, 'iris300=5', 'rskip252=-1')).toEqual({
      upgrades: { iris300: 5, hop400: 9 },
      rules: { rskip97: 'iris300', rskip252: -1 },
    })
  })

  it.each<[string, string | undefined, string[], RegExp]>([
    ['text that is not JSON', '{', [], /heights\.json: schedule: is not JSON: /],
    [
      'a file of another form',
      '{"upgrades": {"iris300": "3"}}',
      [],
      /heights\.json: upgrades\.iris300: is not a height/,
    ],
    [
      'an unknown rule in the file',
      '{"rules": {"rskip1": 3}}',
      [],
      /heights\.json: rules\.rskip1: unknown rule/,
    ],
    [
      'a rule of the file before one it needs, which an entry moves',
      '{"rules": {"rskip144": 9}}',
      ['rskip351=10'],
      /heights\.json: rules\.rskip144: starts at 9, but needs rskip351, which starts at 10/,
    ],
    [
      'a rule before one of the file that it needs',
      '{"rules": {"rskip351": 10}}',
      ['rskip144=9'],
      /^upgrade rskip144: starts at 9, but needs rskip351, which starts at 10/,
    ],
    [
      'a rule whose condition never starts',
      undefined,
      ['rskip91=-1'],
      /^the upgrade schedule: rules\.rskip103: starts at 0, but needs rskip91, which never starts/,
    ],
    [
      'an entry that is given twice',
      undefined,
      ['iris300=3', 'iris300=4'],
      /^upgrade iris300 is given twice/,
    ],
    ['an unknown upgrade', undefined, ['constructor=3'], /^upgrade constructor: unknown upgrade/],
  ])('is rejected for %s, with the place in the message', (_, file, entries, message) => {
    expect(() => scheduleOf(file, ...entries)).toThrow(ConfigurationError)
    expect(() => scheduleOf(file, ...entries)).toThrow(message)
  })

  it('is rejected when the file is a folder or too large', () => {
    expect(() => localSchedule({ upgrades: tmpdir(), upgrade: undefined })).toThrow('it is not a file')
    expect(() => scheduleOf(' '.repeat((1 << 20) + 1))).toThrow('it has more than 1048576 bytes')
  })
})
