const { buildModule } = require('@nomicfoundation/hardhat-ignition/modules')

module.exports = buildModule('Register', (m) => {
  const doubling = m.library('Doubling')
  const register = m.contract('Register', [21n], { libraries: { Doubling: doubling } })
  const write = m.call(register, 'write', [77n])
  const written = m.readEventArgument(write, 'Written', 'value')
  const reader = m.contract('Reader', [register, m.getParameter('expected', 77n)], {
    value: 5n,
    from: m.getAccount(1),
    after: [write],
  })
  m.call(register, 'write', [written], { id: 'again', after: [reader] })
  m.send('payment', m.getAccount(2), 1000n)
  return { register, reader }
})
