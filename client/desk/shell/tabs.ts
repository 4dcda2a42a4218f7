/** The tabs of the desk, in the order of the screen. Each is a folder of `client/desk`, with its route in `client/app/desk/routes.tsx`. */
export const tabs: readonly { to: string; label: string; first?: string }[] = [
  { to: '/admin/dashboard', label: 'Dashboard' },
  { to: '/admin/crm', label: 'CRM' },
  { to: '/admin/journeys', label: 'Journeys' },
  { to: '/admin/bookings', label: 'Bookings' },
  { to: '/admin/sales', label: 'Sales' },
  // Opens the first form directly: a redirect would render the page twice.
  { to: '/admin/forms', first: '/booking', label: 'Forms' },
  { to: '/admin/site', label: 'Site' },
  { to: '/admin/settings', label: 'Settings' },
]
