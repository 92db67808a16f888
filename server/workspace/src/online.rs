//! The online sources with the settings of a folder.
//!
//! This module makes no connections: a [`LookupScheduler`] answers from its cache, and sends
//! requests only for [`crate::verify`].

use crate::library::{SharedAddress, Sources};
use crate::settings::{Network, Settings, SourceSettings};
use referee_literature::gate::{SitePace, state_folder};
use referee_literature::lookup::Wanted;
use referee_literature::online::{Access, Service, ServiceEndpoint, all, of_full_texts, of_mechanisms, web};
use referee_literature::{Cache, Consent, Gate, GateOptions, LookupScheduler, Zotero, cache, zotero};
use referee_records::Question;
use std::collections::{BTreeSet, HashMap};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

/// The maximum number of cached combinations of a library and online sources.
const MAX_JOINED: usize = 64;

/// The description of the hosts of cited web pages in the consent question.
const CITED_PAGES: &str = "the hosts of cited web pages";

/// The folders of the user's stored state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Folders {
    /// The consents, and the log of requests. Without this folder nothing is sent.
    pub state: PathBuf,
    /// The answers of online sources; `None` keeps them for this session only.
    pub cache: Option<PathBuf>,
}

impl Folders {
    /// Returns the folders of the user, if they are known.
    #[must_use]
    pub fn of_user() -> Option<Self> {
        Some(Folders { state: state_folder()?, cache: cache::folder() })
    }
}

/// The settings that determine the online sources of a folder.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct OnlineSettings {
    contact: String,
    /// The id, address and key variable of each enabled service.
    services: Vec<(&'static str, String, String)>,
    /// The address of the shared library, whose users share answers.
    shared_library: SharedAddress,
}

impl OnlineSettings {
    pub(crate) fn of(settings: &Settings) -> Self {
        let services = services().filter_map(|service| {
            let SourceSettings { enabled, base_url, api_key_env } = settings.source(service.name());
            // Full texts come from the address of a service that is asked about works.
            let host = of_full_texts().iter().find(|one| one.name() == service.name()).map(|one| one.host());
            let base_url = match (base_url.is_empty(), host) {
                (true, Some(host)) => settings.source(host).base_url,
                _ => base_url,
            };
            let base_url = if base_url.is_empty() { service.default_base_url().to_owned() } else { base_url };
            enabled.then(|| (service.name(), base_url, api_key_env))
        });
        let mut services: Vec<(&'static str, String, String)> = services.collect();
        // The web is searched only if the user configured a search service.
        let web_search = settings.source(web().name());
        if !web_search.base_url.is_empty() && web_search.enabled {
            services.push((web().name(), web_search.base_url, String::new()));
        }
        OnlineSettings {
            contact: settings.values.contact.trim().to_owned(),
            services,
            shared_library: SharedAddress::named_by(settings),
        }
    }

    fn reached(&self) -> Vec<ServiceEndpoint> {
        let named = |name: &str| services().chain([web()]).find(|service| service.name() == name);
        let reached = self.services.iter().filter_map(|(name, base_url, variable)| {
            let service = named(name)?;
            let (key_variable, api_key) = key_of(service, variable, &|name| std::env::var(name).ok());
            let access = Access {
                base_url: base_url.clone(),
                api_key,
                key_variable,
                contact: (!self.contact.is_empty()).then(|| self.contact.clone()),
            };
            Some(ServiceEndpoint { service, access })
        });
        reached.collect()
    }

    /// Returns the hosts that may be queried about references, without duplicates.
    pub(crate) fn hosts(&self) -> Vec<String> {
        // The hosts of cited pages are not known in advance; the consent question mentions them.
        let shown = |(name, url, _): &(&'static str, String, String)| {
            host(url).or_else(|| (*name == "webpage").then(|| String::from(CITED_PAGES)))
        };
        let of_works = self.services.iter().filter(|(name, ..)| !is_of_mechanisms(name));
        let hosts: BTreeSet<String> = of_works.filter_map(shown).collect();
        hosts.into_iter().collect()
    }

    /// Returns the hosts among them that can be searched by words, without duplicates.
    pub(crate) fn search_hosts(&self) -> Vec<String> {
        let probe = Question::Subject("probe".into());
        let can_search =
            |name: &str| services().any(|service| service.name() == name && service.answers(&probe));
        let searched = self.services.iter().filter(|(name, ..)| !is_of_mechanisms(name) && can_search(name));
        let hosts: BTreeSet<String> = searched.filter_map(|(_, url, _)| host(url)).collect();
        hosts.into_iter().collect()
    }

    /// Returns the hosts that may be queried about mechanisms, without duplicates.
    pub(crate) fn mechanism_hosts(&self) -> Vec<String> {
        let of_mechanisms = self.services.iter().filter(|(name, ..)| is_of_mechanisms(name));
        let hosts: BTreeSet<String> = of_mechanisms.filter_map(|(_, url, _)| host(url)).collect();
        hosts.into_iter().collect()
    }
}

/// Iterates over the services that are enabled by default.
fn services() -> impl Iterator<Item = &'static dyn Service> {
    let of_mechanisms = of_mechanisms().iter().map(|service| *service as &'static dyn Service);
    let of_full_texts = of_full_texts().iter().map(|service| *service as &'static dyn Service);
    all().iter().copied().chain(of_mechanisms).chain(of_full_texts)
}

fn is_of_mechanisms(name: &str) -> bool {
    of_mechanisms().iter().any(|service| service.name() == name)
}

/// Returns the variable for the key of a service, and the key. `named` is the variable in the
/// settings; without one, the variables of other tools are used. A blank variable counts as unset.
fn key_of(
    service: &dyn Service,
    named: &str,
    variable: &dyn Fn(&str) -> Option<String>,
) -> (Option<String>, Option<String>) {
    let key = |name: &str| variable(name).map(|key| key.trim().to_owned()).filter(|key| !key.is_empty());
    if !named.is_empty() {
        return (Some(named.to_owned()), key(named));
    }
    let usual = service.key_variables();
    let set = usual.iter().find_map(|name| Some((Some((*name).to_owned()), Some(key(name)?))));
    set.unwrap_or_else(|| (usual.first().map(|name| (*name).to_owned()), None))
}

/// Returns the host of an address, with its port if it has one.
pub(crate) fn host(url: &str) -> Option<String> {
    let (_, rest) = url.split_once("://")?;
    let authority = rest.split(['/', '?', '#']).next()?;
    let host = authority.rsplit_once('@').map_or(authority, |(_, host)| host);
    (!host.is_empty()).then(|| host.to_lowercase())
}

/// The online sources of a session, shared by all its snapshots.
#[derive(Default)]
pub(crate) struct Online {
    folders: Option<Folders>,
    /// The pace shared by the machines of a site.
    site_pace: Option<Arc<dyn SitePace>>,
    /// Whether earlier sessions may have stored answers.
    remembers: bool,
    cache: Cache,
    known: Mutex<Known>,
    /// The failed questions with the references that they concern, by the generation of the
    /// sources.
    failed: Mutex<HashMap<u64, Vec<(u64, Wanted)>>>,
    /// The author's Zotero instances, by address.
    zotero: Mutex<HashMap<String, Zotero>>,
}

#[derive(Default)]
struct Known {
    /// One gate for each contact, which is part of every request.
    gates: HashMap<String, Gate>,
    lookups: HashMap<OnlineSettings, LookupScheduler>,
    joined: HashMap<(u64, OnlineSettings), Arc<Sources>>,
}

impl Online {
    /// Creates the online sources for a user with these folders.
    pub(crate) fn new(folders: Option<Folders>, site_pace: Option<Arc<dyn SitePace>>) -> Self {
        let cached = folders.as_ref().and_then(|folders| folders.cache.clone());
        Online {
            remembers: cached.as_ref().is_some_and(|folder| folder.is_dir()),
            cache: cached.map_or_else(Cache::none, |folder| Cache::new(&folder)),
            folders,
            site_pace,
            known: Mutex::default(),
            failed: Mutex::default(),
            zotero: Mutex::default(),
        }
    }

    /// Returns the local sources followed by the online ones, if the network is allowed or answers
    /// may be cached; otherwise only the local ones.
    pub(crate) fn join(&self, local: &Arc<Sources>, settings: &Settings, network: Network) -> Arc<Sources> {
        let Some(folders) = &self.folders else { return Arc::clone(local) };
        // A library that is declared complete answers for itself if no other source may be queried.
        let alone = !self.remembers || !settings.values.library_complete.is_empty();
        if network != Network::Allow && alone {
            return Arc::clone(local);
        }
        let place = OnlineSettings::of(settings);
        if place.services.is_empty() {
            return Arc::clone(local);
        }
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        let known = &mut *known;
        if let Some(joined) = known.joined.get(&(local.generation, place.clone())) {
            return Arc::clone(joined);
        }
        let gate = known.gates.entry(place.contact.clone()).or_insert_with(|| {
            let contact = (!place.contact.is_empty()).then(|| place.contact.clone());
            let site_pace = self.site_pace.clone();
            Gate::new(GateOptions { contact, site_pace, ..GateOptions::new(&folders.state) })
        });
        let lookup = known
            .lookups
            .entry(place.clone())
            .or_insert_with(|| {
                let cache = self.cache.clone().with_shared(local.shared_answers());
                LookupScheduler::new(gate.clone(), cache, place.reached())
            })
            .clone();
        let joined = Arc::new(local.with_lookup(lookup));
        // Libraries that were read again leave stale combinations.
        if known.joined.len() >= MAX_JOINED {
            known.joined.clear();
        }
        known.joined.insert((local.generation, place), Arc::clone(&joined));
        joined
    }

    /// Returns the author's Zotero with these settings. `None` if the network is denied; other
    /// settings need no consent, because Zotero runs on this machine.
    pub(crate) fn zotero(&self, settings: &Settings, network: Network) -> Option<Zotero> {
        let SourceSettings { enabled, base_url, .. } = settings.source(zotero::NAME);
        if self.folders.is_none() || !enabled || network == Network::Deny {
            return None;
        }
        let base_url = if base_url.is_empty() { zotero::DEFAULT_BASE_URL.to_owned() } else { base_url };
        let mut known = self.zotero.lock().unwrap_or_else(PoisonError::into_inner);
        Some(known.entry(base_url).or_insert_with_key(|base_url| Zotero::at(base_url)).clone())
    }

    pub(crate) fn is_connected(&self) -> bool {
        self.folders.is_some()
    }

    /// Removes and returns earlier failures about these references.
    pub(crate) fn take_failed(&self, generation: u64, about: &dyn Fn(u64) -> bool) -> Vec<(u64, Wanted)> {
        let mut failed = self.failed.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(all) = failed.get_mut(&generation) else { return Vec::new() };
        let (taken, rest) = std::mem::take(all).into_iter().partition(|(fingerprint, _)| about(*fingerprint));
        *all = rest;
        taken
    }

    /// Records failed questions, to be asked again.
    pub(crate) fn note_failed(&self, generation: u64, failed: Vec<(u64, Wanted)>) {
        if !failed.is_empty() {
            let mut all = self.failed.lock().unwrap_or_else(PoisonError::into_inner);
            all.entry(generation).or_default().extend(failed);
        }
    }

    /// Allows requests, or stops them all, including those in progress.
    pub(crate) fn open(&self, allowed: bool) {
        let known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        for gate in known.gates.values() {
            gate.set_consent(if allowed { Consent::Allowed } else { Consent::Denied });
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test that cannot set itself up should fail")]
    use super::*;

    fn key(service: &str, named: &str, set: &[(&str, &str)]) -> (Option<String>, Option<String>) {
        let service = *all().iter().find(|other| other.name() == service).unwrap();
        let variable =
            |name: &str| set.iter().find(|(other, _)| *other == name).map(|(_, value)| (*value).to_owned());
        key_of(service, named, &variable)
    }

    fn pair(variable: &str, key: Option<&str>) -> (Option<String>, Option<String>) {
        (Some(variable.to_owned()), key.map(str::to_owned))
    }

    #[test]
    fn keys_are_read_from_the_variables_that_other_tools_use() {
        assert_eq!(
            key("openalex", "", &[("OPENALEX_API_KEY", " k1\n")]),
            pair("OPENALEX_API_KEY", Some("k1"))
        );
        assert_eq!(key("pubmed", "", &[("NCBI_API_KEY", "k2")]), pair("NCBI_API_KEY", Some("k2")));
        let second = [("S2_API_KEY", " "), ("SEMANTIC_SCHOLAR_API_KEY", "k3")];
        assert_eq!(key("semanticscholar", "", &second), pair("SEMANTIC_SCHOLAR_API_KEY", Some("k3")));
        assert_eq!(key("openalex", "MINE", &[("OPENALEX_API_KEY", "k1")]), pair("MINE", None));
        assert_eq!(key("openalex", "", &[("OPENALEX_API_KEY", "")]), pair("OPENALEX_API_KEY", None));
        assert_eq!(key("arxiv", "", &[]), (None, None));
    }

    #[test]
    fn words_go_only_to_services_that_can_be_searched() {
        let settings = OnlineSettings::of(&Settings::default());
        let (searched, all) = (settings.search_hosts(), settings.hosts());
        assert!(searched.iter().all(|host| all.contains(host)), "{searched:?}");
        assert!(searched.contains(&String::from("api.crossref.org")), "{searched:?}");
        for packages in ["api.github.com", "crandb.r-pkg.org", "pypi.org"] {
            assert!(all.iter().any(|host| host == packages), "{all:?}");
            assert!(!searched.iter().any(|host| host == packages), "{searched:?}");
        }
    }
}
