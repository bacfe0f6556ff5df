import { describe, expect, it } from 'vitest'
import { configurationPage, exampleFile } from '../../scripts/configurationPage.ts'
import { capitalised } from '../../src/cli/commandLine/help.ts'
import { serviceConfiguration } from '../../src/cli/configuration/serviceConfiguration.ts'
import { allSettings } from '../../src/cli/configuration/settings/settings.ts'
import { configurationOf } from '../../src/cli/configuration/sources.cases.ts'
import { textOf } from './documents.ts'

describe('the page of the configuration', () => {
  it('is the content of docs/configuration.md', () => {
    expect(textOf('docs/configuration.md')).toBe(configurationPage())
  })

  it('describes every setting', () => {
    const page = configurationPage()
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
