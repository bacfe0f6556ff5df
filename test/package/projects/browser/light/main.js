import { createLightClient } from 'cambium/light'

const client = await createLightClient({
  endpoints: ['http://127.0.0.1:4444'],
  network: 'regtest',
  announce: true,
})
const { result, verified } = await client.answer({
  method: 'eth_getBalance',
  params: ['0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266', 'latest'],
})
document.querySelector('output').textContent = `${BigInt(result)} wei, by ${verified}`
