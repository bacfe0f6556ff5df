import { type BitcoinMethod, usageOf } from '../method.ts'

export const help: BitcoinMethod = {
  name: 'help',
  summary: 'Returns the list of methods, or how to call one.',
  parameters: [{ name: 'command', types: ['string'], isOptional: true }],
  run(given, { methods }) {
    const name = given.text('command')
    const method = methods.get(name)
    if (name === '') return [...methods.values()].map(usageOf).sort().join('\n')
    return method ? `${usageOf(method)}\n\n${method.summary}\n` : `help: unknown command: ${name}`
  },
}
