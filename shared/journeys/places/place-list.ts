// Places that journeys in the North visit, written from general knowledge: names with `|` between them,
// degrees north, degrees east. `~` marks a region or a fjord: a town in the same text is meant instead.
// `!` marks a name that is too common to be looked for within a longer text. `> town` marks an airport.

export const placeLists = {
  NO: `
Oslo|Kristiania 59.913 10.752
Oslo Airport|Oslo lufthavn|Gardermoen|OSL 60.194 11.1 > Oslo
Bergen 60.391 5.322
Bergen Airport|Flesland|BGO 60.293 5.218 > Bergen
Stavanger 58.97 5.733
Stavanger Airport|Sola|SVG 58.877 5.638 > Stavanger
Preikestolen|Pulpit Rock 58.986 6.19
Lysebotn 59.055 6.648
Haugesund 59.414 5.268
Kristiansand 58.147 7.996
Lindesnes 57.983 7.047
Arendal 58.461 8.772
Risør 58.72 9.234
Tønsberg 59.267 10.408
Sandefjord|Torp 59.131 10.217
Fredrikstad 59.221 10.935
Drøbak 59.664 10.629
Rjukan 59.879 8.594
Lillehammer 61.115 10.466
Røros 62.575 11.384
Dombås 62.075 9.127
Lom 61.838 8.568
Geilo 60.534 8.206
Finse 60.602 7.504
Hemsedal 60.863 8.552
Voss 60.629 6.413
Gudvangen 60.881 6.842
Flåm 60.863 7.114
Myrdal 60.735 7.123
Aurland|Aurlandsvangen 60.906 7.186
Undredal 60.951 7.103
Lærdal|Lærdalsøyri 61.098 7.482
Balestrand 61.209 6.532
Fjærland 61.405 6.743
Sogndal 61.23 7.101
Solvorn 61.302 7.247
Skjolden 61.493 7.6
Vik|Vik i Sogn|Vikøyri 61.087 6.583
Florø 61.599 5.033
Olden 61.836 6.808
Loen 61.871 6.848
Stryn 61.905 6.722
Måløy 61.935 5.113
Odda 60.069 6.546
Trolltunga 60.124 6.74
Eidfjord 60.467 7.07
Ulvik 60.567 6.914
Lofthus 60.326 6.66
Rosendal 59.986 6.013
Norheimsund 60.371 6.145
Ålesund 62.472 6.155
Ålesund Airport|Vigra|AES 62.56 6.119 > Ålesund
Øye 62.197 6.658
Geiranger 62.101 7.206
Valldal 62.299 7.262
Åndalsnes 62.567 7.687
Trollstigen 62.453 7.663
Molde 62.737 7.161
Kristiansund 63.11 7.728
Trondheim|Nidaros 63.43 10.395
Trondheim Airport|Værnes|TRD 63.458 10.924 > Trondheim
Oppdal 62.594 9.691
Rørvik 64.862 11.238
Brønnøysund 65.475 12.212
Vega 65.676 11.95
Sandnessjøen 66.022 12.632
Mo i Rana 66.313 14.142
Træna 66.5 12.1
Lovund 66.365 12.363
Bodø|BOO 67.28 14.405
Saltstraumen 67.235 14.62
Kjerringøy 67.521 14.765
Narvik 68.438 17.427
Evenes|Harstad/Narvik Airport|EVE 68.489 16.678
Svolvær 68.234 14.568
Kabelvåg 68.21 14.482
Henningsvær 68.153 14.204
Leknes 68.147 13.611
Stamsund 68.127 13.843
Ballstad 68.076 13.547
Nusfjord 68.035 13.349
Ramberg 68.09 13.23
Hamnøy 67.947 13.132
Sakrisøy 67.942 13.114
Reine 67.932 13.089
Moskenes 67.9 13.05
Å|Å i Lofoten 67.879 12.979
Unstad 68.268 13.584
~Trollfjord|Trollfjorden 68.362 14.938
Værøy 67.665 12.69
Røst 67.517 12.11
Sortland 68.693 15.413
Nyksund 68.996 15.016
Andenes 69.314 16.119
Harstad 68.798 16.542
Hamn i Senja|Hamn 69.417 17.165
Mefjordvær 69.518 17.436
Finnsnes 69.229 17.981
Tromsø|TOS 69.649 18.956
Sommarøy 69.635 18.01
Lyngseidet|Lyngen 69.576 20.219
Alta|ALF 69.969 23.272
Hammerfest 70.663 23.682
Honningsvåg 70.982 25.971
Nordkapp|North Cape 71.169 25.783
Karasjok 69.472 25.511
Kautokeino 69.012 23.041
Vardø 70.37 31.107
Vadsø 70.074 29.749
Kirkenes|KKN 69.727 30.045
~Lofoten 68.2 13.9
~Vesterålen 68.9 15.3
~Senja 69.3 17.2
~Helgeland 66.2 13
~Jotunheimen 61.6 8.4
~Dovrefjell 62.3 9.3
~Hardangervidda 60.2 7.5
~Hardangerfjord|Hardanger 60.25 6.3
~Sognefjord|Sognefjorden|Sogn 61.12 6.6
~Nærøyfjord 60.93 6.93
~Geirangerfjord 62.105 7.1
~Hjørundfjord 62.22 6.45
~Sunnmøre 62.35 6.6
~Finnmark 70 25`,
  SJ: `
Longyearbyen|LYR 78.223 15.647
Barentsburg 78.064 14.213
Ny-Ålesund 78.925 11.922
Pyramiden 78.656 16.327
Isfjord Radio 78.061 13.61
~Svalbard|Spitsbergen 78.6 16`,
  FI: `
Helsinki|Helsingfors 60.17 24.938
Helsinki Airport|Vantaa|HEL 60.317 24.963 > Helsinki
Porvoo|Borgå 60.395 25.664
Fiskars 60.13 23.54
Hanko|Hangö 59.823 22.97
Turku|Åbo 60.452 22.267
Naantali|Nådendal 60.467 22.026
Rauma|Raumo 61.128 21.511
Tampere|Tammerfors 61.498 23.761
Jyväskylä 62.242 25.747
Lappeenranta 61.058 28.187
Savonlinna|Nyslott 61.868 28.886
Kuopio 62.892 27.677
Koli 63.096 29.806
Vaasa|Vasa 63.096 21.616
Kuhmo 64.128 29.518
Oulu|Uleåborg 65.012 25.465
Tornio|Torneå 65.848 24.147
Kuusamo 65.966 29.189
Ruka 66.165 29.155
Rovaniemi|RVN 66.503 25.729
Luosto 67.158 26.92
Sodankylä 67.416 26.589
Kittilä|KTT 67.653 24.911
Levi 67.805 24.8
Ylläs|Äkäslompolo 67.604 24.15
Muonio 67.958 23.68
Hetta|Enontekiö 68.384 23.635
Kilpisjärvi 69.045 20.79
Saariselkä 68.419 27.405
Ivalo|IVL 68.659 27.539
Inari|Anár 68.906 27.028
Utsjoki 69.908 27.027
~Saimaa|Lake Saimaa 61.3 28.5
~Lake Inari|Inarijärvi 69 27.9
~Lapland|Lappi|Finnish Lapland 67.7 26.5`,
  AX: `
Mariehamn|Maarianhamina 60.097 19.935
Eckerö 60.225 19.55
~Åland|Åland Islands|Ahvenanmaa 60.2 19.95`,
  SE: `
Stockholm 59.329 18.069
Stockholm Airport|Arlanda|ARN 59.652 17.919 > Stockholm
Vaxholm 59.402 18.328
Sandhamn 59.289 18.916
Utö 58.968 18.31
Uppsala 59.859 17.638
Sigtuna 59.617 17.723
Mariefred 59.258 17.223
Trosa 58.896 17.548
Göteborg|Gothenburg 57.709 11.975
Landvetter|GOT 57.663 12.28 > Göteborg
Marstrand 57.886 11.583
Smögen 58.354 11.225
Fjällbacka 58.599 11.287
Grebbestad 58.691 11.257
Strömstad 58.937 11.171
Varberg 57.106 12.251
Helsingborg 56.046 12.694
!Lund 55.704 13.191
Malmö 55.605 13.003
Ystad 55.43 13.82
Kalmar 56.663 16.357
Borgholm 56.88 16.656
Visby 57.64 18.296
Fårö 57.93 19.15
Jönköping 57.783 14.161
Gränna 58.023 14.468
Vadstena 58.449 14.89
Örebro 59.274 15.213
Karlstad 59.379 13.504
Falun 60.607 15.632
Rättvik 60.886 15.118
Tällberg 60.823 14.993
!Mora 61.007 14.543
Gävle 60.675 17.142
Östersund 63.177 14.636
Åre 63.399 13.082
Umeå 63.826 20.263
Luleå 65.584 22.155
Harads 66.074 20.976
Arvidsjaur 65.592 19.167
Jokkmokk 66.606 19.829
Gällivare 67.138 20.66
Kiruna|KRN 67.856 20.225
Jukkasjärvi 67.851 20.594
Nikkaluokta 67.851 19.014
Abisko 68.35 18.831
Björkliden 68.407 18.683
Riksgränsen 68.426 18.126
~Höga Kusten|High Coast 63 18.5
~Gotland 57.5 18.5
~Öland 56.75 16.65
~Österlen 55.55 14.3
~Skåne|Scania 55.9 13.6
~Dalarna 60.9 14.6
~Lappland|Lapland|Swedish Lapland 66.9 19.5`,
  DK: `
København|Copenhagen|Kopenhagen 55.676 12.568
Copenhagen Airport|Kastrup|CPH 55.618 12.656 > København
Dragør 55.593 12.672
Roskilde 55.642 12.08
Humlebæk 55.969 12.543
Helsingør|Elsinore 56.036 12.614
Hornbæk 56.09 12.457
Odense 55.396 10.388
Nyborg 55.312 10.79
Svendborg 55.06 10.607
Faaborg 55.095 10.242
Ærøskøbing|Ærø 54.889 10.411
Aarhus 56.163 10.204
Ebeltoft 56.194 10.682
Aalborg 57.048 9.919
Skagen|The Skaw 57.721 10.584
Frederikshavn 57.441 10.537
Hirtshals 57.588 9.96
Løkken 57.37 9.714
Klitmøller 57.04 8.5
Billund|BLL 55.731 9.113
Ribe 55.328 8.762
Esbjerg 55.476 8.459
Fanø|Nordby 55.445 8.4
Tønder 54.933 8.867
Sønderborg 54.909 9.792
Rønne 55.101 14.707
Gudhjem 55.211 14.971
Svaneke 55.136 15.143
Christiansø 55.32 15.187
Møns Klint 54.965 12.55
~Bornholm 55.13 14.92
~Samsø 55.85 10.6
~Læsø 57.27 11
~Fyn|Funen 55.3 10.4
~Jylland|Jutland 56.2 9.2
~Sjælland|Zealand 55.5 11.9`,
  IS: `
Reykjavík|RKV 64.147 -21.942
Keflavík Airport|KEF 63.985 -22.606 > Reykjavík
Keflavík 64.003 -22.562
Blue Lagoon|Bláa lónið 63.881 -22.449
Grindavík 63.842 -22.433
Þingvellir 64.255 -21.13
Geysir 64.313 -20.3
Gullfoss 64.327 -20.121
Flúðir 64.132 -20.325
Hveragerði 64 -21.186
Selfoss 63.933 -20.997
Landmannalaugar 63.991 -19.061
Þórsmörk 63.683 -19.483
Skógar 63.526 -19.511
Vestmannaeyjar|Westman Islands|Heimaey 63.443 -20.273
Vík|Vík í Mýrdal 63.419 -19.006
Kirkjubæjarklaustur 63.788 -18.054
Skaftafell 64.016 -16.966
Jökulsárlón 64.048 -16.179
Höfn|Höfn í Hornafirði 64.254 -15.208
Djúpivogur 64.657 -14.282
Egilsstaðir 65.263 -14.395
Seyðisfjörður 65.261 -14.01
Borgarfjörður eystri 65.524 -13.811
Vopnafjörður 65.758 -14.829
Mývatn|Reykjahlíð 65.643 -16.913
Dettifoss 65.814 -16.384
Húsavík 66.045 -17.339
Akureyri|AEY 65.684 -18.105
Siglufjörður 66.152 -18.908
Grímsey 66.542 -18.02
Hvammstangi 65.396 -20.944
Hólmavík 65.706 -21.683
Ísafjörður 66.075 -23.135
Patreksfjörður 65.596 -23.996
Látrabjarg 65.502 -24.53
Flatey 65.374 -22.921
Stykkishólmur 65.075 -22.729
Grundarfjörður 64.924 -23.263
Búðir 64.822 -23.385
Borgarnes 64.538 -21.921
Reykholt 64.665 -21.292
Húsafell 64.699 -20.871
~Snæfellsnes 64.85 -23.2
~Vestfirðir|Westfjords 65.8 -22.8`,
  FO: `
Tórshavn 62.011 -6.771
Vágar|Sørvágur|FAE 62.067 -7.29
Gásadalur 62.112 -7.435
Mykines 62.104 -7.646
Vestmanna 62.156 -7.167
Kirkjubøur 61.957 -6.793
Nólsoy 62.009 -6.669
Saksun 62.249 -7.176
Eiði 62.299 -7.092
Gjógv 62.325 -6.941
Fuglafjørður 62.244 -6.814
Klaksvík 62.227 -6.589
Viðareiði 62.36 -6.531
Húsavík 61.81 -6.676
Tvøroyri 61.556 -6.804`,
  GL: `
Nuuk|Godthåb|GOH 64.182 -51.722
Kangerlussuaq|SFJ 67.009 -50.71
Sisimiut 66.939 -53.673
Ilulissat|Jakobshavn|JAV 69.22 -51.099
Qeqertarsuaq|Disko Island 69.245 -53.54
Uummannaq 70.675 -52.126
Qaanaaq 77.467 -69.23
Qaqortoq 60.719 -46.036
Narsarsuaq 61.16 -45.426
Kulusuk 65.576 -37.184
Tasiilaq 65.613 -37.632
Ittoqqortoormiit 70.485 -21.967`,
}

export type Country = keyof typeof placeLists
