import { createIcon } from '#client/ui/icons.tsx'

// Icons of the desk, in a module of their own so that visitors do not download them.

export const BinIcon = createIcon(
  'M2.500 4h11M6 4V2.500h4V4M4 4l.7 9.500h6.600L12 4M6.700 6.500v4.800M9.300 6.500v4.800',
)

export const CalendarIcon = createIcon('M2 3.500h12v10.500H2zM2 6.800h12M5 1.800v3M11 1.800v3')

export const CardIcon = createIcon('M1.500 3.500h13v9h-13zM1.500 6.500h13M4 10h3')

export const ClientsIcon = createIcon(
  'M3.3 5a2.7 2.7 0 1 0 5.4 0a2.7 2.7 0 1 0 -5.4 0M1 13.500c.3-3 2.200-4.500 5-4.500s4.700 1.500 5 4.500M10.500 2.500a2.600 2.600 0 0 1 0 5M12 9.300c1.800.6 2.800 2 3 4.200',
)

export const CopyIcon = createIcon('M5.500 5.500h8v8h-8zM2.500 10.500v-8h8')

export const ExternalLinkIcon = createIcon(
  'M9.500 2.500h4v4M13.500 2.500 8 8M6.500 3.500h-4v10h10v-4',
)

export const EyeIcon = createIcon(
  'M1 8s2.500-4.500 7-4.500S15 8 15 8s-2.500 4.500-7 4.500S1 8 1 8zM6 8a2 2 0 1 0 4 0a2 2 0 1 0 -4 0',
)

/** Six dots: the handle by which a row is moved. */
export const GripIcon = createIcon(
  'M6 3.500h.01M10 3.500h.01M6 8h.01M10 8h.01M6 12.500h.01M10 12.500h.01',
  '1.9',
  'round',
)

export const HourglassIcon = createIcon('M4 2h8M4 14h8M5 2c0 4 6 4 6 12M11 2c0 4-6 4-6 12')

export const LaptopIcon = createIcon('M2.500 3h11v7.500h-11zM1 13h14')

export const LinkIcon = createIcon(
  'M6.500 9.500a2.800 2.800 0 0 0 4 0L13 7a2.800 2.800 0 0 0-4-4L8 4M9.500 6.500a2.800 2.800 0 0 0-4 0L3 9a2.800 2.800 0 0 0 4 4l1-1',
)

export const LockIcon = createIcon(
  'M3 7h10v7H3zM5.200 7V4.800a2.800 2.800 0 0 1 5.600 0V7M8 9.800v1.600',
)

export const MailIcon = createIcon('M1.500 3.500h13v9h-13zM1.500 4l6.500 5 6.500-5')

export const MergeIcon = createIcon(
  'M2 3h3c3 0 3 5 6 5h3M2 13h3c3 0 3-5 6-5M11.500 5.500 14 8l-2.500 2.500',
)

export const MoreIcon = createIcon(
  'M2.6 8a0.4 0.4 0 1 0 0.8 0a0.4 0.4 0 1 0 -0.8 0M7.6 8a0.4 0.4 0 1 0 0.8 0a0.4 0.4 0 1 0 -0.8 0M12.6 8a0.4 0.4 0 1 0 0.8 0a0.4 0.4 0 1 0 -0.8 0',
)

export const OpenIcon = createIcon('M8 10.500V2M4.500 5.500 8 2l3.500 3.500M2.500 13.500h11')

export const PaperIcon = createIcon(
  'M3.500 1.800h6l3 3v9.400h-9zM9.500 1.800v3h3M5.800 8h4.400M5.800 10.800h4.400',
)

export const PencilIcon = createIcon(
  'm2 14 .8-3.500L11 2.300l2.700 2.700-8.200 8.200zM9.300 4l2.700 2.700',
)

export const PhoneIcon = createIcon('M4.500 1.500h7v13h-7zM7 12.500h2')

export const LocationIcon = createIcon(
  'M8 14.500S3 9.800 3 6.300a5 5 0 0 1 10 0c0 3.500-5 8.200-5 8.200zM6.3 6.3a1.7 1.7 0 1 0 3.4 0a1.7 1.7 0 1 0 -3.4 0',
)

export const PlusIcon = createIcon('M8 2.500v11M2.500 8h11')

export const ReturnIcon = createIcon('M6 3 2.500 6.500 6 10M2.500 6.500H10a3.500 3.500 0 0 1 0 7H6')

export const SaveIcon = createIcon('M8 2v8.500M4.500 7 8 10.500 11.500 7M2.500 13.500h11')

export const SearchIcon = createIcon(
  'M2.2 7a4.8 4.8 0 1 0 9.6 0a4.8 4.8 0 1 0 -9.6 0M10.600 10.600l4 4',
)

export const SettingsIcon = createIcon(
  'M2 4.500h6M12 4.500h2M2 11.500h2M8 11.500h6M8.1 4.5a1.9 1.9 0 1 0 3.8 0a1.9 1.9 0 1 0 -3.8 0M4.1 11.5a1.9 1.9 0 1 0 3.8 0a1.9 1.9 0 1 0 -3.8 0',
)

export const SunIcon = createIcon(
  'M5.200 8a2.800 2.800 0 1 0 5.600 0a2.800 2.800 0 1 0 -5.600 0M8 1.500v1.700M8 12.800v1.700M1.500 8h1.700M12.800 8h1.700M3.400 3.400l1.200 1.200M11.400 11.400l1.200 1.200M12.600 3.400l-1.200 1.200M4.600 11.400l-1.200 1.200',
)

export const SyncIcon = createIcon(
  'M13.500 6.500A5.800 5.800 0 0 0 3 5M2.500 9.500A5.800 5.800 0 0 0 13 11M3 1.800V5h3.200M13 14.200V11H9.800',
)

export const VideoIcon = createIcon('M1.500 4h9v8h-9zM10.500 7l4-2.300v6.600l-4-2.300')
