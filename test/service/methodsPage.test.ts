import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { adminPage } from '../../scripts/adminPage.ts'
import { lightTable } from '../../scripts/lightTable.ts'
import { methodsPage } from '../../scripts/methodsPage.ts'
import { methodTypes } from '../../scripts/methodTypes.ts'
import { developmentMethods } from '../../src/rpc/modules/development/developmentMethods.ts'
import { methods } from '../../src/rpc/modules/methods.ts'
import { unsupportedMethods } from '../../src/rpc/modules/unsupported.ts'
import { Registry } from '../../src/rpc/registry/registry.ts'
import { adminRoutes } from '../../src/server/admin/adminRoutes.ts'

it('docs/methods.md matches the registry; npx tsx scripts/write-methods.ts writes it again', () => {
  const written = readFileSync(new URL('../../docs/methods.md', import.meta.url), 'utf8')
  const registry = new Registry(methods, { unsupported: unsupportedMethods })
  expect(written).toBe(methodsPage(registry, unsupportedMethods))
})

it('docs/admin.md matches the routes; the same script writes it', () => {
  const written = readFileSync(new URL('../../docs/admin.md', import.meta.url), 'utf8')
  expect(written).toBe(adminPage(adminRoutes))
})

it('the types of requests match the registry; the same script writes them', () => {
  const written = readFileSync(new URL('../../src/library/methodTypes.ts', import.meta.url), 'utf8')
  expect(written).toBe(methodTypes(new Registry([...methods, ...developmentMethods])))
})

it('docs/light.md says of every method what a light client makes of it; the same script writes the table', () => {
  const written = readFileSync(new URL('../../docs/light.md', import.meta.url), 'utf8')
  expect(written).toContain(lightTable(new Registry(methods)))
})
