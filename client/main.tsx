import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createBrowserRouter, RouterProvider } from 'react-router-dom'
import { routes } from './app/routes.tsx'
import './styles/tokens.css'
import './styles/base.css'
import './styles/print.css'

const mount = document.getElementById('root')
if (!mount) throw new Error('Root element not found')

createRoot(mount).render(
  <StrictMode>
    <RouterProvider router={createBrowserRouter(routes)} />
  </StrictMode>,
)
