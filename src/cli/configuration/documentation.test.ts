import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { packageFile } from '../../primitives/packageFile.ts'
import { configurationDocument } from './documentation.ts'
import { exampleFile } from './exampleFile.ts'
import { serviceConfiguration } from './serviceConfiguration.ts'
import { allSettings } from './settings.ts'
import { configurationOf } from './sources.cases.ts'

test('docs/configuration.md is what cambium config docs prints', () => {
  expect(readFileSync(packageFile('docs/configuration.md'), 'utf8')).toBe(configurationDocument())
})

test('every setting is documented', () => {
  const page = configurationDocument()
  for (const { name, summary } of allSettings) {
    const shownName = name.startsWith('networks.') ? name.slice(name.lastIndexOf('.') + 1) : name
    expect(page).toContain(`| \`${shownName}\` | ${summary} |`)
  }
})

test('the example is a configuration that works', () => {
  const { networks, access } = serviceConfiguration(configurationOf({ file: exampleFile }))
  expect(access).toBe('keys')
  expect(networks.map(({ name, port }) => [name, port])).toEqual([
    ['mainnet', undefined],
    ['testnet', 4445],
  ])
})
