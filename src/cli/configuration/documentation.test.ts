import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { packageFile } from '../../platform/packageFile.ts'
import { capitalised } from '../commandLine/help.ts'
import { configurationDocument, exampleFile } from './documentation.ts'
import { serviceConfiguration } from './serviceConfiguration.ts'
import { allSettings } from './settings/settings.ts'
import { configurationOf } from './sources.cases.ts'

describe('configurationDocument', () => {
  it('is the content of docs/configuration.md', () => {
    expect(readFileSync(packageFile('docs/configuration.md'), 'utf8')).toBe(configurationDocument())
  })

  it('describes every setting', () => {
    const page = configurationDocument()
    for (const { name, summary, isReloadable } of allSettings) {
      const shownName = /^(networks|dev|light)\./.test(name) ? name.slice(name.lastIndexOf('.') + 1) : name
      expect(page).toContain(`| \`${shownName}\`${isReloadable ? ' ↻' : ''} | ${capitalised(summary)} |`)
    }
  })

  it('shows an example that is a valid configuration', () => {
    const { networks, access } = serviceConfiguration(configurationOf({ file: exampleFile }))
    expect(access).toBe('keys')
    expect(networks.map(({ name, port }) => [name, port])).toEqual([
      ['mainnet', undefined],
      ['testnet', 4445],
    ])
  })
})
