import { readFileSync, writeFileSync } from 'node:fs'
import { developmentMethods } from '../src/rpc/modules/development/developmentMethods.ts'
import { methods } from '../src/rpc/modules/methods.ts'
import { unsupportedMethods } from '../src/rpc/modules/unsupported.ts'
import { Registry } from '../src/rpc/registry/registry.ts'
import { adminRoutes } from '../src/server/admin/adminRoutes.ts'
import { adminPage } from './adminPage.ts'
import { configurationPage } from './configurationPage.ts'
import { withLightTable } from './lightTable.ts'
import { methodsPage } from './methodsPage.ts'
import { methodTypes } from './methodTypes.ts'

/* Writes docs/methods.md, docs/admin.md, docs/configuration.md, the table of docs/light.md and src/library/methodTypes.ts: npx tsx scripts/write-methods.ts */

const registry = new Registry(methods, { unsupported: unsupportedMethods })
writeFileSync(new URL('../docs/methods.md', import.meta.url), methodsPage(registry, unsupportedMethods))
const lightPage = new URL('../docs/light.md', import.meta.url)
writeFileSync(lightPage, withLightTable(readFileSync(lightPage, 'utf8'), registry))
writeFileSync(new URL('../docs/admin.md', import.meta.url), adminPage(adminRoutes))
writeFileSync(new URL('../docs/configuration.md', import.meta.url), configurationPage())
writeFileSync(
  new URL('../src/library/methodTypes.ts', import.meta.url),
  methodTypes(new Registry([...methods, ...developmentMethods])),
)
