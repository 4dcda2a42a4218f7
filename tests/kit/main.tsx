import '#client/styles/tokens.css'
import '#client/styles/base.css'
import '#tests/support/run/site-content.ts'
import { createRoot } from 'react-dom/client'
import { SiteRouter } from '#client/lib/router/site-router.ts'
import { SiteRoutes } from '#client/lib/router/site-routes.tsx'
import { KitPage } from './kit-page.tsx'

const mount = document.getElementById('root')
if (!mount) throw new Error('Root element not found')
const router = new SiteRouter([{ path: '*', element: <KitPage /> }], { isPrerendered: false })
createRoot(mount).render(<SiteRoutes router={router} />)
