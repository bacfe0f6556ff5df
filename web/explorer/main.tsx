import { render } from 'preact'
import '../shared/style/tokens.css'
import '../shared/style/base.css'
import '../shared/style/layout.css'
import '../shared/style/parts.css'
import '../shared/style/contracts.css'
import '../shared/style/uplot.css'
import { applyTheme } from '../shared/theme/theme.ts'
import { App } from './app.tsx'
import { pages } from './pages.ts'

applyTheme()
const root = document.getElementById('app')
if (root !== null) render(<App pages={pages} />, root)
